# Story cards.

form-card-add = بطاقة قصة جديدة
form-card-edit = بطاقة القصة
form-card-title = العنوان
    .hint = عمّ تتحدث البطاقة
form-card-triggers = كلمات التفعيل
    .hint = الكلمات التي تستدعي البطاقة، بينها فواصل
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
