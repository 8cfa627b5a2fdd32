# Playing in a channel.

turn-accepted = الراوي يتابع…
turn-queued = ⏳ { $place ->
    [one] وصل دورك، ويسبقه في الانتظار دور واحد.
    [two] وصل دورك، ويسبقه في الانتظار دوران.
    [few] وصل دورك، ويسبقه في الانتظار { $place } أدوار.
    [many] وصل دورك، ويسبقه في الانتظار { $place } دورًا.
   *[other] وصل دورك، ويسبقه في الانتظار { $place } دور.
}
turn-undo-facts = قيل بعده فأُلغي معه: { $facts }
turn-redo-facts = عاد معه: { $facts }
turn-undo = ↩️ جرى التراجع. عادت القصة إلى هنا:
    >>> { $excerpt }
turn-redo = ↪️ جرت الاستعادة. تتواصل القصة من هنا:
    >>> { $excerpt }
turn-interrupted = انقطعت القصة قبل أن يصل رد الراوي إلى { $name }. لم يُفقد شيء؛ اضغط «إعادة المحاولة» للمتابعة.
    >>> { $excerpt }

button-continue = متابعة
button-retry = إعادة المحاولة
button-undo = تراجع
button-redo = استعادة
button-do = افعل…
button-say = قل…
button-story = اسرد…

form-do = فعل
form-do-label = ماذا تفعل؟
form-say = قول
form-say-label = ماذا تقول؟
form-story = سرد
form-story-label = ماذا يحدث؟

mode-do = فعل
mode-say = قول
mode-story = سرد

list-more = { $count ->
    [one] … وواحدة أخرى
    [two] … واثنتان أخريان
    [few] … و{ $count } أخرى
    [many] … و{ $count } أخرى
   *[other] … و{ $count } أخرى
}
