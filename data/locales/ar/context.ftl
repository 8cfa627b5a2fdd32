# /context: what the narrator saw, and why.

context-heading = ما رآه الراوي: { $title }
context-heading-next = ما سيراه الراوي: { $title }
context-total = الرموز المستخدمة: { $total } من { $limit } ({ $percent }٪){ $exact ->
    [yes] .
   *[no] ؛ لهذا النموذج طريقته في العدّ، فالأرقام تقديرية.
}
context-room = { $all ->
    [no] المكان لا يتسع لكل شيء.
   *[yes] المكان يتسع لكل شيء.
}
context-picture = الطلب
context-free = متاح
context-limit = الحد { $limit }
context-amount = { $tokens }
context-picture-total = { $total } من { $limit }
context-percent = { $percent }٪
context-tokens = { $tokens ->
    [zero] { $tokens } رمز
    [one] رمز واحد
    [two] رمزان
    [few] { $tokens } رموز
    [many] { $tokens } رمزًا
   *[other] { $tokens } رمز
}
context-tokens-of = { $tokens } من أصل { $limit ->
    [zero] { $limit } رمز
    [one] رمز واحد
    [two] رمزين
    [few] { $limit } رموز
    [many] { $limit } رمزًا
   *[other] { $limit } رمز
}

context-history = { $total ->
    [0] لم يسبق آخر خطوة شيء.
   *[other] دخل { $included } من أصل { $total ->
        [one] مقطع سابق واحد
        [two] مقطعين سابقين
        [few] { $total } مقاطع سابقة
        [many] { $total } مقطعًا سابقًا
       *[other] { $total } مقطع سابق
    }، بدءًا من الأحدث{ $cut ->
        [yes] ؛ وأقدمها دخل بعضه فقط
       *[no] {""}
    }.
}

context-required-trimmed = قُصّ آخره: لا يتسع المكان له كله
context-required-no-room = لم يدخل: لا مكان له

context-card-full = دخلت، { $tokens ->
    [zero] { $tokens } رمز
    [one] رمز واحد
    [two] رمزان
    [few] { $tokens } رموز
    [many] { $tokens } رمزًا
   *[other] { $tokens } رمز
}: «{ $trigger }» { $ago ->
    [zero] في آخر خطوة
    [one] قبل خطوة واحدة
    [two] قبل خطوتين
    [few] قبل { $ago } خطوات
    [many] قبل { $ago } خطوة
   *[other] قبل { $ago } خطوة
}
context-card-full-pinned = دخلت، { $tokens ->
    [zero] { $tokens } رمز
    [one] رمز واحد
    [two] رمزان
    [few] { $tokens } رموز
    [many] { $tokens } رمزًا
   *[other] { $tokens } رمز
}: مثبتة
context-card-no-room = لم تدخل: وردت «{ $trigger }»، لكن المكان لا يتسع لها ({ $tokens ->
    [zero] { $tokens } رمز
    [one] رمز واحد
    [two] رمزان
    [few] { $tokens } رموز
    [many] { $tokens } رمزًا
   *[other] { $tokens } رمز
})
context-card-no-room-pinned = لم تدخل: مثبتة، لكن المكان لا يتسع لها ({ $tokens ->
    [zero] { $tokens } رمز
    [one] رمز واحد
    [two] رمزان
    [few] { $tokens } رموز
    [many] { $tokens } رمزًا
   *[other] { $tokens } رمز
})
context-card-not-triggered = لم تدخل: لم ترد أي من كلمات تفعيلها مؤخرًا
context-card-disabled = لم تدخل: معطّلة
context-card-absent = لم تدخل: لا نص فيها
context-card-bad-trigger = لم تدخل: لا يمكن استخدام النمط «{ $trigger }». احفظ البطاقة من جديد عبر /card edit لمعرفة السبب

context-memories-none = لا ذكريات بعد.
context-memory-full = دخلت، { $tokens ->
    [zero] { $tokens } رمز
    [one] رمز واحد
    [two] رمزان
    [few] { $tokens } رموز
    [many] { $tokens } رمزًا
   *[other] { $tokens } رمز
}، صلتها { $relevance }٪
context-memory-no-room = لم تدخل: لم يبقَ لها مكان ({ $tokens ->
    [zero] { $tokens } رمز
    [one] رمز واحد
    [two] رمزان
    [few] { $tokens } رموز
    [many] { $tokens } رمزًا
   *[other] { $tokens } رمز
})
context-memory-absent = لم تدخل: لا نص فيها
context-memory-below-threshold = لم تدخل: صلتها { $relevance }٪، وهي أضعف من المطلوب
context-memory-already-in-history = لم تدخل: ما ترويه مذكور في سجل القصة
context-memory-off-path = لم تدخل: جرى التراجع عمّا ترويه
context-memory-bank-off = لم تدخل: بنك الذاكرة معطّل
