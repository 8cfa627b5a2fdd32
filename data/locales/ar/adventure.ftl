# Adventures, the plot and the server's settings.

adventure-pick = اختر سيناريو
adventure-pick-intro = أي قصة نلعب هنا؟
adventure-started = تبدأ «{ $title }» في { $channel }.
adventure-embedded = الراوي المدمج { $model } لا يحسن الكتابة إلا بالإنجليزية. لهذه اللغة على صاحب البوت أن يوصل نموذجًا أكبر (OPENAI_API_KEY، OPENAI_BASE_URL).
adventure-how = { $mode ->
    [say] اكتب ما تقوله
    [story] اكتب ما يحدث بعد ذلك
   *[do] اكتب ما تفعله، وضع ما تقوله بين علامتي تنصيص
}، أو استعمل الأزرار. وما يبدأ بالعلامة // لا يدخل القصة؛ وإن أخطأ الراوي فقل ذلك هناك.
adventure-resumed = تتواصل «{ $title }» في { $channel }.
adventure-ended = انتهت «{ $title }» هنا. القصة محفوظة، ويمكن العودة إليها بالأمر /مغامرة استئناف.
adventure-mode = الرسالة المكتوبة بلا أمر تعني الآن: { $mode }.
adventure-summary = { $switch ->
    [off] يبقى ملخص القصة كما هو الآن. ويمكنك تعديله بالأمر /حبكة.
   *[on] يُحدَّث ملخص القصة تلقائيًا من جديد: مرة كل 15 مقطعًا.
}
adventure-summary-progress = قُرئ { $read } من { $total } …
adventure-summary-later = قُرئ { $read } من { $total } حتى الآن، وتُستكمل القراءة تلقائيًا بعد قليل.
adventure-summary-done = الملخص محدَّث: { $total ->
    [zero] لا شيء يُقرأ بعد.
    [one] قُرئ مقطع واحد.
    [two] قُرئ مقطعان.
    [few] قُرئت { $total } مقاطع.
    [many] قُرئ { $total } مقطعًا.
   *[other] قُرئ { $total } مقطع.
}
adventure-none = لا مغامرات على هذا الخادم بعد. ابدأ أولاها بالأمر /مغامرة بدء.
adventure-line-open = 🟢 **{ $title }** (#{ $id }) في { $channel }، { $when }
adventure-line-ended = ⚪ **{ $title }** (#{ $id })، انتهت، { $when }
adventure-info =
    «{ $title }» (#{ $id })
    البداية: { $when }
    اللاعبون: { $players }
    { $actions ->
        [zero] لم يُروَ شيء بعد
        [one] مقطع واحد من القصة
        [two] مقطعان من القصة
        [few] { $actions } مقاطع من القصة
        [many] { $actions } مقطعًا من القصة
       *[other] { $actions } مقطع من القصة
    }، { $cards ->
        [zero] بلا بطاقات
        [one] بطاقة واحدة
        [two] بطاقتان
        [few] { $cards } بطاقات
        [many] { $cards } بطاقة
       *[other] { $cards } بطاقة
    }
    الرسالة المكتوبة بلا أمر تعني: { $mode }
    الراوي: { $model }

form-plot = الحبكة
plot-saved = حُفظ: { $names }. سيراعيه الراوي ابتداءً من الرد التالي.
plot-same = لم يتغير شيء.
plot-long = أطول من أن يتسع له النموذج: هذه بدايته، أما بقيته فتبقى كما هي

section-instructions = تعليمات الذكاء الاصطناعي
    .hint = كيف يكتب الراوي
section-essentials = أساسيات الحبكة
    .hint = ما لا يجوز أن يُنسى في هذه القصة
section-summary = ملخص القصة
    .hint = ما حدث حتى الآن
section-authors-note = ملاحظة المؤلف
    .hint = أسلوب ما سيأتي ووجهته
section-last-action = آخر خطوة
section-front-memory = الذاكرة الأمامية
section-cards = بطاقات القصة
section-memories = بنك الذاكرة
section-history = سجل القصة

server-language = لغة البوت الآن: { $language }.
server-role = تعديل بطاقات القصة متاح الآن لمن لديه الرتبة { $role } ولأصحاب صلاحية «إدارة الخادم» (Manage Server).
server-role-none = تعديل بطاقات القصة متاح الآن لأصحاب صلاحية «إدارة الخادم» (Manage Server) وحدهم.
language-en = الإنجليزية
language-ru = الروسية
language-ar = العربية
language-own = لغة كل عضو
adventure-scene = مشهد جديد: { $name } (الفصل { $arc }). ما قيل للمشهد السابق لم يعد ساريًا.

switch-on = تشغيل
switch-off = إيقاف
