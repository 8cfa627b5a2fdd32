# The measurement of orders and layouts: questsmith eval order.

help-eval-order = بأي ترتيب لبطاقات القصة والذكريات يقرأ النموذج أفضل؟ تُطرح عليه أسئلة الملف بكل ترتيب وكل تنسيق.
help-golden = مجموعة الأسئلة المرجعية، انظر data/golden
help-questions = طرح هذا العدد من الأسئلة على الأكثر، موزعة بالتساوي على الملف

order-heading = { $file }: { $model }. عدد الأسئلة: { $questions }
order-context = الحد الأقصى لرموز الطلب: { $tokens }
order-weak = هذا هو النموذج المدمج، وهو ضعيف: يتابع القصة وقلما يجيب عن سؤال، فلا يدل ما يقوله على أثر الترتيب إلا قليلًا. لقياس نموذج حقيقي اضبط OPENAI_API_KEY أو OPENAI_BASE_URL.
order-layout = التنسيق
order-order = الترتيب
order-right = صحيح
order-accuracy = الدقة
order-interval = 95 %
order-in-prompt = في الطلب
order-tokens = الرموز
order-cached = من الذاكرة المؤقتة
order-cost = التكلفة
order-failed = تعذّر
order-legend =
    صحيح: إجابات تحتوي على إجابة مقبولة؛ والسؤال الذي تعذّر لا يُعد صحيحًا
    95 %: مجال الثقة للدقة بطريقة ويلسون
    في الطلب: أسئلة كان في الطلب ما يجيب عنها
    الرموز: في جميع الطلبات بعدّ المزوّد؛ من الذاكرة المؤقتة: الحصة المأخوذة من ذاكرته المؤقتة
    التكلفة: بالدولار الأمريكي؛ والعلامة — تعني أنها غير معروفة
order-failure = { $variant }، { $question }: { $reason }.
order-reason = { $kind ->
    [error-context-overflow] السؤال أطول من أن يتسع له السياق
    [error-narrator-unreachable] لا رد من { $host }
    [error-narrator-key] يرفض { $host } مفتاح API
    [error-narrator-model] لا يعرف { $host } النموذج { $model }
    [error-narrator-busy] { $host } مشغول أو نفدت الحصة
    [error-narrator-too-long] الطلب أطول مما يتحمله { $model }
    [error-narrator-broken] انقطع رد { $model } في منتصفه
    [error-narrator-empty] لم يقل { $model } شيئًا
   *[error-narrator] لم يأتِ من { $model } رد صالح
}
order-stopped = لم يُقَس شيء: { $reason }. تحقق من OPENAI_BASE_URL وOPENAI_API_KEY وOPENAI_MODEL.
