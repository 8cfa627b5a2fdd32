# What went wrong and what to do about it, for a player or the owner of the bot.

error-unexpected = حدث خطأ غير متوقع. لم يُفقد شيء من القصة؛ يرجى المحاولة مرة أخرى.
error-unexpected-id = حدث خطأ غير متوقع. لم يُفقد شيء من القصة؛ يرجى المحاولة مرة أخرى. وإن تكرر فأبلغ صاحب البوت بهذا الرمز: { $id }

error-context-overflow = هذه الخطوة أطول من اللازم: يبلغ عدد رموزها مع ما يجب إرساله دائمًا { $needed }، ولا يتسع المكان لأكثر من { $limit }. اختصرها، أو اطلب من صاحب البوت أن يزيد QUESTSMITH_CONTEXT_TOKENS.
error-cases-file = تعذرت قراءة الملف { $file }: { $reason }.
error-case = { $file }، السطر { $line }: { $reason ->
    [json] ليس هذا كائن JSON
    [missing] الحقل «{ $field }» ناقص
   *[wrong] قيمة الحقل «{ $field }» غير مقبولة
}.
error-setting = الإعداد { $name } غير صالح: { $reason }. غيّره في متغيرات البيئة أو في الملف {"\u200E"}.env.
error-adventure-file = تعذرت قراءة ملف المغامرة { $file }: { $reason }.
error-scenario = في السيناريو { $file } خلل: { $reason }.
error-scenario-unknown = لا يوجد سيناريو باسم «{ $name }». اختر واحدًا من هذه: { $known }.
error-golden-file = لا تمكن قراءة الملف { $file } كمجموعة أسئلة مرجعية: { $reason }.

error-store = لا يمكن استخدام قاعدة البيانات.
error-store-newer = كُتبت قاعدة البيانات { $file } بإصدار أحدث من Questsmith. حدّث Questsmith أو اختر قاعدة بيانات أخرى.
error-store-unwritable = تعذر فتح قاعدة البيانات { $file } أو الكتابة فيها: { $reason }. اختر ملفًا في مجلد تُسمح الكتابة فيه.

error-narrator = لم يأتِ الراوي ({ $model }، { $host }) برد صالح. دورك محفوظ؛ اضغط «إعادة المحاولة».
error-narrator-unreachable = الراوي ({ $model }، { $host }) لا يجيب. دورك محفوظ؛ اضغط «إعادة المحاولة» بعد قليل. ويمكن لصاحب البوت أن يتحقق من OPENAI_BASE_URL.
error-narrator-key = يرفض { $host } مفتاح API. على صاحب البوت أن يضع مفتاحًا صالحًا في OPENAI_API_KEY؛ دورك محفوظ.
error-narrator-model = لا يعرف { $host } النموذج { $model }. على صاحب البوت أن يضع في OPENAI_MODEL نموذجًا متاحًا هناك؛ دورك محفوظ.
error-narrator-busy = { $host } مشغول الآن أو نفدت حصته. دورك محفوظ؛ اضغط «إعادة المحاولة» بعد مدة.
error-narrator-too-long = القصة أطول مما يتسع له النموذج { $model }. على صاحب البوت أن يخفض QUESTSMITH_CONTEXT_TOKENS؛ دورك محفوظ.
error-narrator-broken = انقطع الراوي في منتصف الرد. دورك محفوظ؛ اضغط «إعادة المحاولة».
error-narrator-empty = لم يجد الراوي ما يقوله. دورك محفوظ؛ اضغط «إعادة المحاولة».
error-narrator-embedded = تعذر تشغيل الراوي على هذا الجهاز: { $reason }. أعد التثبيت، أو اضبط OPENAI_BASE_URL وOPENAI_API_KEY لاستخدام مزوّد خارجي.

error-turn = لا يمكن لعب هذا الدور.
error-turn-duplicate = سبق أن قُبل هذا الدور.
error-nothing-to-undo = القصة في بدايتها، ولا شيء يمكن التراجع عنه.
error-nothing-to-redo = لا شيء يُستعاد، فلم يجرِ التراجع عن أي دور.
error-nothing-to-retry = لم يرد الراوي بعد، فلا رد يُعاد.
error-stale-button = تقدمت القصة منذ ذلك الحين؛ استخدم الأزرار التي تحت أحدث رد.
error-turn-unknown = لا يوجد في هذه المغامرة دور { $turn } جاء عليه رد. اختر دورًا من القائمة، أو عُدّ إلى الوراء: 1 هو الأخير.
error-report-pruned = ما رآه الراوي في الدور رقم { $turn } لم يعد محفوظًا. عدد الأدوار المحفوظة يحدده صاحب البوت: QUESTSMITH_KEEP_REPORTS.
error-typed-command = { $command } أمر، وقد أُرسل رسالةً عادية فلم يدخل القصة. اكتب / واختر الأمر من القائمة ثم املأ حقوله.
error-empty-action = لا نص هنا. اكتب ما تفعله أو تقوله.
error-stopping = البوت على وشك التوقف ولا يقبل أدوارًا جديدة؛ حاول بعد دقيقة.

error-adventure = لا يمكن فعل ذلك بهذه المغامرة.
error-no-adventure = لا مغامرة مفتوحة في هذه القناة. ابدأ واحدة بالأمر /مغامرة بدء.
error-adventure-open = تُلعب «{ $title }» هنا الآن. أنهِها بالأمر /مغامرة إنهاء، أو ابدأ الجديدة في سلسلة محادثة.
error-no-threads = لا يمكن إنشاء سلسلة محادثة هنا. استعمل الأمر في قناة نصية، أو اترك الخيار «سلسلة».
error-adventure-unknown = لا توجد مغامرة كهذه. اختر واحدة من قائمة المغامرات.

error-card = تعذر حفظ بطاقة القصة.
error-card-unknown = لا توجد هنا بطاقة باسم «{ $name }». اختر واحدة من القائمة.
error-card-invalid = لم تُحفظ البطاقة: { $reason ->
    [pattern] لا يمكن استخدام النمط «{ $trigger }» ({ $problem })، فالنظر إلى الأمام أو الخلف والإحالات إلى ما سبق غير مدعومة
    [too-many] أقصى عدد لكلمات التفعيل هو { $limit }
    [too-long] { $field ->
        [title] العنوان أطول من اللازم، وأقصى عدد للأحرف هو { $limit }
        [entry] النص أطول من اللازم، وأقصى عدد للأحرف هو { $limit }
       *[triggers] إحدى كلمات التفعيل أطول من اللازم، وأقصى عدد للأحرف هو { $limit }
    }
   *[missing] { $field ->
        [title] ينقصها عنوان
        [entry] ينقصها نص
       *[triggers] تلزمها كلمة تفعيل واحدة على الأقل ما لم تكن مثبتة
    }
}.

error-canon = تعذر حفظ هذا التصحيح.
error-correction = لم يُحفظ التصحيح: { $reason ->
    [subject] لم يُذكر عمّن هو
    [value] لم يُذكر ما الصحيح
    [denied] ذُكر ما ليس صحيحًا فقط؛ اذكر الصحيح أيضًا
    [long] هو أطول من اللازم؛ التصحيح جملة واحدة
    [mention] فيه إشارة إلى عضو أو رابط؛ اكتب الاسم كما في القصة
    [contradiction] هو يناقض نفسه
    [ambiguous] يحمل هذا الاسم اثنان؛ حدّد المقصود
    [scope] تسري الحقيقة من المشهد إلى كل القصص، والرغبة من هذه القصة إلى كل محادثاتك
    [store] تتعذر الكتابة في قاعدة البيانات؛ حاول لاحقًا
   *[unclear] لم يُفهم؛ قل مثلًا: «عينا ميرا خضراوان وليستا زرقاوين»
}.
error-record-unknown = لم تعد هذه الذكرى موجودة، أو سبق أن أُجيب عن السؤال.
error-record-outdated = حلّ محلّ هذا تصحيح أحدث؛ عدّل الأحدث.
error-not-narrated = لم يقل الراوي هذا في مغامرة هذه القناة. اختر رسالة يروي فيها القصة.

error-forbidden = هذا غير متاح لك. تلزم صلاحية «إدارة الخادم» (Manage Server) أو الرتبة التي حددها الخادم. أما إنهاء المغامرة أو استئنافها وتغيير حبكتها أو وضعها فمتاح أيضًا لمن بدأها.

error-not-theirs = لا يغيّر هذا إلا من قاله، وللحقائق من يديرون الخادم أيضًا.

error-not-a-player = لا يرى هذا إلا من يلعبون في هذه المغامرة ومن يديرون الخادم.

error-port = لا يمكن فتح الصفحة على المنفذ { $port }. اختر منفذًا آخر بالخيار {"\u200E"}--port أو اتركه.

error-discord = لا يمكن استخدام Discord.
error-token-missing = لم يُضبط DISCORD_TOKEN. ضع رمز البوت (token) في الملف {"\u200E"}.env (انظر README)، أو جرّب البوت من دون Discord: make sandbox.
error-token-refused = يرفض Discord رمز البوت (token). انسخه من جديد من بوابة المطورين (Bot → Reset Token) إلى DISCORD_TOKEN.
error-discord-unreachable = تعذّر الوصول إلى Discord. تحقق من الاتصال بالإنترنت ثم شغّل البوت من جديد؛ أما make sandbox فيعمل من دون Discord.
error-intent-missing = لا يُسمح للبوت بقراءة الرسائل. فعّل Message Content Intent في بوابة المطورين (Bot → Privileged Gateway Intents) ثم شغّل البوت من جديد.
error-permission-missing = تنقصني صلاحيات في هذه القناة: { $permissions }. يستطيع من يدير الخادم أن يمنحني إياها.

# صلاحيات ديسكورد كما يسميها.

permission-view-channel = عرض القناة (View Channel)
permission-send-messages = إرسال الرسائل (Send Messages)
permission-send-messages-in-threads = إرسال الرسائل في المواضيع (Send Messages in Threads)
permission-create-public-threads = إنشاء مواضيع عامة (Create Public Threads)
permission-embed-links = تضمين الروابط (Embed Links)
permission-attach-files = إرفاق الملفات (Attach Files)
permission-read-message-history = قراءة سجل الرسائل (Read Message History)

list-separator = ،
error-embedder = لا يمكن مقارنة الذكريات بحسب المعنى ({ $model }): { $reason }. يستطيع المالك تغيير QUESTSMITH_EMBEDDER.
error-recall-file = تعذّرت قراءة { $file }: { $reason }
error-memory-unknown = لا ذكرى كهذه هنا، أو أن هذه الكلمات تناسب أكثر من واحدة. اختر من القائمة أو انظر `/ذاكرة قائمة`.
error-memory = { $reason ->
    [missing] لا بد للذكرى من نص.
   *[too-long] لا يزيد نص الذكرى على { $limit } حرف. اختصره ثم أرسله مرة أخرى.
}
error-memory-changed = غيّر أحدهم هذا في أثناء ذلك. انظر إليه من جديد قبل أن تعدّله.
error-memory-page = هذه الصفحة قديمة: إنها تخص مغامرة لا تُلعب هنا الآن. يعرض الأمر `/ذاكرة قائمة` ما هو محفوظ هنا.
