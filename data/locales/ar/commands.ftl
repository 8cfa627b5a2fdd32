# Names and descriptions of the slash commands and their options.
# Discord's limits: a name is at most 32 characters, in lower case, without spaces; a description at most 100.

command-adventure = مغامرة
    .description = مغامرات هذا الخادم
command-adventure-start = بدء
    .description = بدء مغامرة جديدة هنا أو في سلسلة محادثة تُنشأ لها
command-adventure-list = قائمة
    .description = عرض مغامرات هذا الخادم
command-adventure-info = معلومات
    .description = عرض ما يُلعب في هذه القناة
command-adventure-resume = استئناف
    .description = استئناف مغامرة في هذه القناة
command-adventure-end = إنهاء
    .description = إنهاء مغامرة هذه القناة، ويمكن استئنافها لاحقًا
command-adventure-mode = وضع
    .description = اختيار معنى الرسالة المكتوبة بلا أمر: فعل أو قول أو سرد

command-do = فعل
    .description = فعل شيء ما
command-say = قول
    .description = قول شيء ما
command-story = سرد
    .description = كتابة جزء من القصة بنفسك
command-continue = متابعة
    .description = ترك الراوي يتابع
command-retry = إعادة-المحاولة
    .description = طلب رد آخر من الراوي
command-undo = تراجع
    .description = التراجع عن آخر دور
command-redo = استعادة
    .description = استعادة الدور الذي جرى التراجع عنه

command-card = بطاقة
    .description = بطاقات القصة في هذه المغامرة
command-card-add = إضافة
    .description = إضافة بطاقة قصة
command-card-edit = تعديل
    .description = تعديل بطاقة قصة
command-card-remove = حذف
    .description = حذف بطاقة قصة
command-card-list = قائمة
    .description = عرض كل بطاقات القصة
command-card-show = عرض
    .description = عرض بطاقة قصة واحدة
command-card-test = تجربة
    .description = تجربة نص: أي البطاقات يستدعيها، ولماذا لا يستدعي غيرها

command-plot = حبكة
    .description = تعديل التعليمات وأساسيات الحبكة وملخص القصة وملاحظة المؤلف
command-context = سياق
    .description = عرض ما رآه الراوي في دور من الأدوار، ولماذا

command-server = خادم
    .description = ما يفعله Questsmith على هذا الخادم
command-server-language = لغة
    .description = تحديد لغة البوت؛ ومن دون اختيار يقرأ كل عضو بلغته
command-server-role = رتبة
    .description = تحديد الرتبة التي تعدّل بطاقات القصة إلى جانب «إدارة الخادم»

option-scenario = سيناريو
    .description = أي قصة؛ ومن دونه يمكن الاختيار من قائمة
option-language = لغة
    .description = أي لغة
option-thread = سلسلة
    .description = اللعب في سلسلة محادثة (thread) جديدة بدلًا من هنا
option-adventure = مغامرة
    .description = أي مغامرة
option-mode = وضع
    .description = فعل أو قول أو سرد
option-text = نص
    .description = ما تفعله أو تقوله، بكلماتك
option-card = بطاقة
    .description = أي بطاقة قصة
option-type = نوع
    .description = عمّن أو عمّ تتحدث: شخصية أو مكان أو غرض…
option-match = مطابقة
    .description = كيف تُقارن كلمات تفعيلها بالقصة
option-pinned = مثبتة
    .description = إبقاؤها دائمًا أمام الراوي، وإن لم تظهر كلمة تفعيل
option-enabled = مفعلة
    .description = هل تشارك البطاقة في اللعب
option-role = رتبة
    .description = أي رتبة؛ ومن دونها تلزم صلاحية «إدارة الخادم»
option-turn = دور
    .description = أي دور: اختر من القائمة، أو عُدّ إلى الوراء (1 هو الأخير)
