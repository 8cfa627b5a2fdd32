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
context-tokens-by = { $tokens ->
    [one] رمز واحد
    [two] رمزين
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

context-required-full = دخل كله، { $size }
context-required-trimmed = قُصّ آخره: { $missing ->
    [0] لا يتسع المكان له كله
    [one] لم يتسع المكان لرمز واحد منه
    [two] لم يتسع المكان لرمزين منه
    [few] لم يتسع المكان لعدد { $missing } رموز منه
    [many] لم يتسع المكان لعدد { $missing } رمزًا منه
   *[other] لم يتسع المكان لعدد { $missing } رمز منه
}
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
context-card-kept = دخلت، { $size }: باقية في مكانها منذ دور سابق
context-card-kept-used = دخلت، { $size }: وردت «{ $trigger }» { $ago ->
    [zero] في آخر خطوة
    [one] قبل خطوة واحدة
    [two] قبل خطوتين
    [few] قبل { $ago } خطوات
    [many] قبل { $ago } خطوة
   *[other] قبل { $ago } خطوة
}، وكانت في مكانها من قبل
context-card-kept-pinned = دخلت، { $size }: مثبتة
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
context-memory-kept = دخلت، { $size }: باقية في مكانها منذ دور سابق
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
context-memory-superseded = لم تدخل: ما ترويه صُحّح لاحقًا
context-memory-covers = المقاطع من { $first } إلى { $last }
context-memory-added = الإضافة: { $name }
context-memory-edited = التعديل: { $name }
context-memory-pinned = مثبّتة
context-memory-raw = نص القصة نفسه: لم تُكتب ذكراه بعد
context-memory-fact = حقيقة ذكرها اللاعبون

context-canon-recalled = دخل: رغبة مكانها في التعليمات
context-canon-open-question = لم يدخل: مسألة مفتوحة، وقد طُلب من الراوي ألا يجزم بأي رواية منها
context-canon-superseded = لم يدخل: قال تصحيح لاحق غير ذلك
context-canon-out-of-scope = لم يدخل: لا يسري هنا
context-canon-shadowed = لم يدخل: يتقدم عليه ما هو أضيق مدى أو مسألة مفتوحة
context-canon-not-relevant = لم يدخل: لم يُذكر موضوعه مؤخرًا

context-action = { $ago ->
    [one] المقطع الذي قبل آخر خطوة
    [two] قبل آخر خطوة بمقطعين
    [few] قبل آخر خطوة بعدد { $ago } مقاطع
    [many] قبل آخر خطوة بعدد { $ago } مقطعًا
   *[other] قبل آخر خطوة بعدد { $ago } مقطع
}
context-action-full = دخل كله، { $size }
context-action-trimmed = دخل آخره فقط، { $size }
context-status = { $included ->
    [yes] ضمن الطلب، { $size }
   *[no] خارج الطلب
} ({ $status })

context-count-included = ضمن الطلب: { $count }
context-count-no-room = لم يتسع المكان: { $count }
context-count-not-triggered = لم يرد ذكرها مؤخرًا: { $count }
context-count-disabled = معطّلة: { $count }
context-count-below-threshold = لا صلة لها الآن: { $count }
context-count-already-in-history = مذكورة في سجل القصة: { $count }
context-count-other = لأسباب أخرى: { $count }

context-turn = الدور رقم { $number }، { $name }: { $action }
context-turn-back = قبل { $number }: { $turn }
context-always = مع الراوي دائمًا
context-did-not-fit = ما لم يتسع له المكان، وما يفيد
context-token = الرمز (token) قطعة من كلمة، ولا يقرأ الراوي في المرة الواحدة إلا عددًا محدودًا منها.
context-usage = عدّ { $model } رموز الطلب: { $prompt }، ورموز الرد: { $reply }.
context-usage-cached = عدّ { $model } رموز الطلب: { $prompt }، منها { $cached } من ذاكرته المؤقتة ({ $percent }٪)، ورموز الرد: { $reply }.
context-cost = كلّف هذا الدور نحو { $cost } دولار.
context-cost-free = كان هذا الدور مجانيًا: الراوي يعمل على هذا الجهاز.
context-menu = افتح جزءًا لتراه
context-page = الصفحة { $page } من { $pages }
context-prompt = هذه هي الرسائل التي تلقاها الراوي، حرفًا بحرف.
context-prompt-next = هذه هي الرسائل التي كان الراوي سيتلقاها الآن، حرفًا بحرف.

button-overview = نظرة عامة
button-previous = السابق
button-next = التالي
button-prompt = الطلب كاملًا

context-about-instructions = كيف يكتب الراوي. يقرؤها في كل دور، وتُعدَّل بالأمر /حبكة.
context-about-essentials = ما يجب أن يبقى صحيحًا. يقرؤه الراوي في كل دور، ويُعدَّل بالأمر /حبكة.
context-about-summary = ما حدث حتى الآن باختصار. يقرؤه الراوي في كل دور، ويُعدَّل بالأمر /حبكة.
context-about-authors-note = الأسلوب والوجهة، قرب النهاية حيث الأثر أكبر؛ تُعدَّل بالأمر /حبكة.
context-about-last-action = ما يرد عليه الراوي، ويدخل دائمًا كاملًا.
context-about-front-memory = آخر الكلمات قبل الرد، وتدخل دائمًا كاملة.
context-about-cards = تدخل البطاقة إذا وردت إحدى كلمات تفعيلها في { $window ->
    [one] آخر مقطع
    [two] آخر مقطعين
    [few] آخر { $window } مقاطع
    [many] آخر { $window } مقطعًا
   *[other] آخر { $window } مقطع
}. المثبتة أولًا، ثم ما ذُكر مؤخرًا، وعلى ما تبقى أن ينتظر.
context-about-memories = ذكريات قصيرة عن مقاطع قديمة، يدخل منها الأقرب صلة بآخر خطوة.
context-about-history = القصة حرفًا بحرف بدءًا من أحدث مقطع. وما هو أقدم من آخر مقطع هنا لم يعد الراوي يقرؤه.

advice-history = لم يعد الراوي يقرأ { $missing ->
    [one] أقدم مقطع
    [two] أقدم مقطعين
    [few] أقدم { $missing } مقاطع
    [many] أقدم { $missing } مقطعًا
   *[other] أقدم { $missing } مقطع
} بنصه{ $some ->
    [yes] ؛ وما يقرؤه يبدأ من «{ $begins }»
   *[no] {""}
}. اكتب ما لا يجوز نسيانه في بطاقة قصة أو في أساسيات الحبكة أو في الملخص (/حبكة).
advice-history-more = ولكي تعود القصة كلها تلزم زيادة نحو { $more }.
advice-required = { $names }: لم يتسع المكان لكل النص{ $cut ->
    [yes] ، ولا يقرأ الراوي إلا حتى «…{ $ends }»
   *[no] {""}
}. اختصر نصوص /حبكة بنحو { $over } في المجموع، أو زِد المكان نحو { $more }.
advice-cards = { $count ->
    [one] بطاقة واحدة استُدعيت ولم يتسع لها المكان
    [two] بطاقتان استُدعيتا ولم يتسع لهما المكان
    [few] { $count } بطاقات استُدعيت ولم يتسع لها المكان
    [many] { $count } بطاقة استُدعيت ولم يتسع لها المكان
   *[other] { $count } بطاقة استُدعيت ولم يتسع لها المكان
}: { $names }.
advice-card-alone = «{ $title }» وحدها أكبر من حصة البطاقات كلها ({ $limit }): اختصر نصها بما لا يقل عن { $over }، أو زِد المكان نحو { $more }.
advice-card-unpin = تدخل «{ $title }» إذا أُلغي تثبيت «{ $other }» التي لا يذكرها أحد الآن، أو اختُصر أحد النصين بنحو { $over }، أو زِيد المكان نحو { $more }.
advice-card-shorten = تدخل «{ $title }» إذا اختُصر نصها أو نصوص البطاقات التي دخلت بنحو { $over }، أو زِيد المكان نحو { $more }.
advice-cards-all = ولكي تدخل كلها تلزم زيادة نحو { $more }.
advice-memories = لم يتسع المكان { $count ->
    [one] لذكرى واحدة
    [two] لذكريين
    [few] لعدد { $count } ذكريات
    [many] لعدد { $count } ذكرى
   *[other] لعدد { $count } ذكرى
}، وتلزم زيادة نحو { $more }.
advice-context = مقدار ما يقرؤه الراوي يحدده صاحب البوت، وهو هنا { $limit } (QUESTSMITH_CONTEXT_TOKENS).
