# Story cards.

form-card-add = بطاقة قصة جديدة
form-card-edit = بطاقة القصة
form-card-title = العنوان
    .hint = عمّ تتحدث البطاقة
form-card-triggers = كلمات التفعيل
    .hint = الكلمات التي تستدعي البطاقة، بينها فواصل
form-card-patterns = الأنماط
    .hint = تعابير نمطية، كل واحد منها في سطر
form-card-entry = نص البطاقة
    .hint = ما ينبغي أن يعرفه الراوي
form-card-notes = ملاحظات
    .hint = لك وحدك، ولا يراها الراوي أبدًا

card-saved = حُفظت: **{ $title }**
card-empty-triggers = { $count ->
    [one] حُذفت كلمة تفعيل فارغة، فلو بقيت لظهرت البطاقة في كل دور.
    [two] حُذفت كلمتا تفعيل فارغتان، فلو بقيتا لظهرت البطاقة في كل دور.
    [few] حُذفت { $count } كلمات تفعيل فارغة، فلو بقيت لظهرت البطاقة في كل دور.
    [many] حُذفت { $count } كلمة تفعيل فارغة، فلو بقيت لظهرت البطاقة في كل دور.
   *[other] حُذفت { $count } كلمة تفعيل فارغة، فلو بقيت لظهرت البطاقة في كل دور.
}
card-typed = هذا ما كتبته:
card-removed = حُذفت: **{ $title }**
card-count = { $count ->
    [zero] لا بطاقات في هذه المغامرة بعد.
    [one] بطاقة قصة واحدة
    [two] بطاقتا قصة
    [few] { $count } بطاقات قصة
    [many] { $count } بطاقة قصة
   *[other] { $count } بطاقة قصة
}
card-disabled = معطّلة
card-match = طريقة مطابقة كلمات التفعيل: { $mode }
card-notes = ملاحظات:

match-forms = الكلمات بكل صيغها
match-exact = الكلمات كما هي
match-substring = النص في أي موضع
match-regex = تعبير نمطي

card-test = تُستدعى { $found } من أصل { $total } من بطاقات القصة.
card-test-note = في القصة نفسها تُحسب المقاطع السابقة أيضًا، وتتقاسم البطاقات المكان: ما دخل يعرضه الأمر /سياق.
card-test-hit = تُستدعى: في النص «{ $word }» (كلمة التفعيل «{ $trigger }»)
card-test-pinned = مع الراوي دائمًا: مثبتة
card-test-disabled-hit = لا تُستدعى: «{ $word }» تناسبها، لكنها معطّلة
card-test-form = لا تُستدعى: «{ $word }» صيغة أخرى من «{ $trigger }»، والبطاقة لا تقبل إلا الكلمات كما هي
card-test-inside = لا تُستدعى: «{ $trigger }» مجرد جزء من «{ $word }»، وهي كلمة أخرى
card-test-spelling = لا تُستدعى: «{ $word }» قريبة من «{ $trigger }»، لكنها ليست الكلمة نفسها
card-test-bad = لا تُستدعى: لا يمكن استخدام النمط «{ $trigger }»
card-test-empty = لا تُستدعى: لا نص فيها
card-test-no-triggers = لا تُستدعى: لا كلمات تفعيل لها وليست مثبتة
card-test-disabled = لا تُستدعى: معطّلة
card-test-none = لا تُستدعى: لا شيء من كلمات تفعيلها في النص ({ $triggers })
