# The command line.

help-questsmith = مغامرات نصية على Discord وفي المتصفح وفي الطرفية.
help-sandbox = اللعب في صفحة محلية تشبه Discord، بلا حساب ولا مفتاح.
help-play = اللعب في هذه الطرفية. تُلعب سطور الملف واحدًا بعد آخر.
help-run = تشغيل البوت على Discord. يلزم DISCORD_TOKEN.
help-context = عرض الطريقة التي يُبنى بها الطلب من ملف مغامرة.
help-eval = قياس جزء من Questsmith بملف من الأمثلة.
help-eval-triggers = هل ترد كلمة التفعيل في النص؟ مثال في كل سطر.
help-doctor = تجربة كل جزء مرة وبيان ما يحتاج إلى عناية.
help-port = منفذ الصفحة (الافتراضي: أي منفذ متاح)
help-no-open = عدم فتح المتصفح
help-scenario = معرّف السيناريو (الافتراضي: lantern)
help-language = لغة القصة
help-db = ملف قاعدة البيانات
help-resume = عرض آخر أدوار أحدث مغامرة ومتابعتها
help-files = ملفات المغامرات
help-json = تقارير JSON، تقرير في كل سطر
help-cases = ملف أمثلة، كائن JSON في كل سطر
help-eval-json = كائن JSON واحد بدل الملخص
help-layout = ترتيب الطلب (الافتراضي: كما يحدده الملف)

sandbox-starting = يبدأ تشغيل Questsmith، والراوي { $model }…
sandbox-open = Questsmith مفتوح. العب على هذا العنوان:
sandbox-stop = للإيقاف: Ctrl+C

terminal-player = لاعب
terminal-hint = اكتب ما تفعله، أو ضع «ما تقوله» بين علامتي تنصيص. ولمعرفة المزيد: {"\u200E"}/help
terminal-help =
    {"\u200E"}/do و{"\u200E"}/say و{"\u200E"}/story ثم نص: فعل شيء، قول شيء، كتابة جزء من القصة
    {"\u200E"}/continue: ترك الراوي يتابع
    {"\u200E"}/retry: طلب رد آخر من الراوي
    {"\u200E"}/undo و{"\u200E"}/redo: التراجع عن آخر دور، واستعادته
    {"\u200E"}/context: عرض ما رآه الراوي
    {"\u200E"}/quit: الخروج، وتمكن المتابعة لاحقًا مع {"\u200E"}--resume
    ((…)) أو {"\u200E"}// في أول السطر: لا يدخل في اللعب، وما فيه من تصحيح يُحفظ
    {"\u200E"}/correct عمّن | ما الذي يخصه | ما الصحيح: تصحيح الراوي
    {"\u200E"}/answer ثم رقم: الإجابة عن مدى سريان التصحيح
terminal-choices = أجب بأحد هذه: { $answers }.
terminal-choice = {"\u200E"}/answer { $number } ({ $scope })
terminal-unknown = لا يوجد أمر { $command }. لعرض الأوامر: {"\u200E"}/help
terminal-interrupted = لا رد على آخر دور بعد. لطلبه: {"\u200E"}/retry

doctor-scenarios = السيناريوهات
doctor-languages = اللغات
doctor-tokens = الرموز
doctor-tokens-found = { $name }{ $exact ->
    [yes] {""}
   *[no] {" "}(تقدير لهذا النموذج)
}، { $context } للطلب و{ $reply } للرد
doctor-narrator = الراوي وقاعدة البيانات
doctor-narrator-found = يقول { $model }: «{ $words }»
doctor-discord = Discord
doctor-discord-found = الرمز (token) مضبوط؛ وسيجربه questsmith run

eval-passed = نجح { $passed } من { $cases }.
eval-triggers-found = وُجدت ولا ينبغي
eval-triggers-missed = لم توجد وينبغي

help-eval-recall = قياس مدى العثور على المقاطع من جديد في ملف من الوثائق والأسئلة.
help-recall = ملف الوثائق والأسئلة، كائن JSON واحد في كل سطر
help-embedder = ما تُقارَن به النصوص إلى جانب كلماتها

help-eval-corrections = تشغيل محادثات يصحح فيها اللاعبون الراوي، وبيان ما حُفظ منها.
help-conversations = ملف المحادثات، كائن JSON واحد في كل سطر
