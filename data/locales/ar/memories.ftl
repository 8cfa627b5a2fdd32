# The pages of what is remembered: /memory list, search, add, edit, forget, pin, history.

memories-heading = ما يتذكره الراوي
memories-count = { $count ->
    [zero] لا شيء محفوظ
    [one] شيء واحد محفوظ
    [two] شيئان محفوظان
    [few] { $count } أشياء محفوظة
    [many] { $count } شيئًا محفوظًا
   *[other] { $count } شيء محفوظ
}
memories-shown = المعروض { $found } من أصل { $total }
memories-searched = البحث: «{ $text }»
memories-none = لا شيء محفوظ هنا بعد. تأتي الذكريات من تلقاء نفسها كلما طالت القصة، ولك أن تكتب ذكرى بالأمر /ذاكرة إضافة، وأن تصحّح للراوي بالأمر /ذاكرة تصحيح.
memories-none-found = لا شيء هنا يطابق ما اخترته. غيّر المرشّحات أو ابحث عن شيء آخر.
memories-unwritten = (قيد الكتابة)

memories-kind-fact = حقيقة في القصة
memories-kind-preference = رغبتك في طريقة السرد
memories-kind-memory = ذكرى

memories-over-scene = مشهد انتهى
memories-over-arc = فصل انتهى
memories-actions = المقاطع { $first }–{ $last }
memories-said = قاله { $name }
memories-added = أضافه { $name }
memories-edited = عدّله { $name }
memories-since = منذ { $when }
memories-pinned = مثبت
memories-uses = { $count ->
    [zero] لم يُعرض على الراوي بعد.
    [one] عُرض على الراوي مرة واحدة.
    [two] عُرض على الراوي مرتين.
    [few] عُرض على الراوي { $count } مرات.
    [many] عُرض على الراوي { $count } مرة.
   *[other] عُرض على الراوي { $count } مرة.
}
memories-not-yours = لك أن تطّلع على هذا فقط. يغيّره من قاله أو أضافه ومن يدير الخادم، ويغيّر الذكريات أيضًا من بدأ المغامرة.

memories-state-used = استُخدم في آخر رد
memories-state-stored = محفوظ
memories-state-waiting = قيد الكتابة
memories-state-open = مسألة مفتوحة
memories-state-old = قديم
memories-state-forgotten = منسي

memories-replaced = قديم: حلّ محله { $when } «{ $wording }» ({ $scope })
memories-replaced-hidden = قديم: حلّت محله { $when } رغبة لاعب آخر
memories-outdated = لم يعد صحيحًا. الصحيح الآن: { $wording }

memories-menu-open = اختر واحدًا لتراه
memories-menu-reach = إلى أي مدى يسري
memories-menu-show = في أي حال هو
memories-menu-scope = تغيير المدى
memories-reach-all = كل مدى
memories-reach-bank = ذكريات هذه القصة
memories-show-all = كل حال
memories-show-used = استُخدم في آخر رد
memories-show-stored = محفوظ
memories-show-waiting = قيد الكتابة
memories-show-open = مسائل مفتوحة
memories-show-old = قديم
memories-show-forgotten = منسي
memories-show-pinned = مثبت
memories-show-outdated = لم يعد صحيحًا

memories-note-added = حُفظ: { $wording }
memories-note-edited = عُدّل. النص الآن: { $wording }
memories-note-pin = ثُبّت: يقرؤه الراوي كلما اتسع المكان، أيًا كان موضوع الحديث. { $wording }
memories-note-unpin = أُلغي تثبيته: { $wording }
memories-note-forget = نُسي: { $wording } لن يقرأه الراوي بعد الآن، ويمكن استرجاعه.
memories-note-recall = عاد إلى الذاكرة: { $wording }
memories-note-deleted = حُذف نهائيًا: { $wording }

memories-history = كيف عُرف هذا
memories-history-active = «{ $wording }» قاله { $name }، { $when }. وهو الصحيح الآن.
memories-history-superseded = «{ $wording }» قاله { $name }، { $when }. حلّ محله { $later } «{ $successor }».
memories-history-replaced-by-hidden = «{ $wording }» قاله { $name }، { $when }. حلّ محله { $later } ما لا يُعرض هنا.
memories-history-unresolved = «{ $wording }» قاله { $name }، { $when }. ولم يُحسم بعد إلى أي مدى يسري.
memories-history-forgotten = «{ $wording }» قاله { $name }، { $when }. ثم جرى التراجع عنه.
memories-history-more = { $count ->
    [zero] لا شيء أقدم من هذا.
    [one] قبل هذا قول واحد لا يُعرض.
    [two] قبل هذا قولان لا يُعرضان.
    [few] قبل هذا { $count } أقوال لا تُعرض.
    [many] قبل هذا { $count } قولًا لا تُعرض.
   *[other] قبل هذا { $count } قول لا تُعرض.
}
memories-source-added = ذكرى أضافها { $name } في { $when }، ولا تخص مقطعًا بعينه من القصة.
memories-source-model = ذكرى عن المقاطع { $first }–{ $last }، كتبها الراوي في { $when }.
memories-source-story = ذكرى عن المقاطع { $first }–{ $last } بكلمات القصة نفسها، حُفظت في { $when }.
memories-source-player = ذكرى عن المقاطع { $first }–{ $last }، حُفظت في { $when }، ونصها بقلم { $name }.
memories-source-waiting = ذكرى عن المقاطع { $first }–{ $last }، بدأت في { $when }. وإلى أن تُكتب تنوب عنها كلمات القصة نفسها.
memories-source-begins = تبدأ القصة هناك هكذا:

button-memory-first = الأول
button-memory-last = الأخير
button-memory-search = بحث…
button-memory-list = كل المحفوظ
button-memory-entry = رجوع
button-memory-edit = تعديل…
button-memory-pin = تثبيت
button-memory-unpin = إلغاء التثبيت
button-memory-forget = نسيان
button-memory-recall = استرجاع
button-memory-delete = حذف
button-memory-history = كيف عُرف

form-memory-search = البحث في الذاكرة
form-memory-query = الكلمات
    .hint = بأي صيغة وبأي ترتيب. اتركها فارغة لترى كل شيء.
form-memory-edit = تعديل المحفوظ
form-memory-text = الذكرى
    .hint = ما حدث، في بضع جمل
memories-form-long = لا يتسع النموذج إلا لأولها، وما ترسله يحل محل النص كله.
form-memory-value = ما الصحيح
    .hint = القيمة الصحيحة وحدها: أخضر
form-memory-wish = كيف تريد السرد
    .hint = الرغبة كاملة
