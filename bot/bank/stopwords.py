"""Words that tell little about what a text is about.

The languages share no spelling that would matter, so each list is one for all of them.
"""

from __future__ import annotations

from bot.context.normal import normalise

_ENGLISH = """
a about above across after again against ago all almost along already also although always am
among an and another any anybody anyone anything are around as at away back be became because
become been before behind being below beside besides between beyond both but by can cannot could
did do does doing done down during each either else enough ever every everybody everyone
everything few for from further had has have having he her here hers herself him himself his how
however i if in instead into is it its itself just least less let like lot many may maybe me might
mine more most much must my myself near neither never next no nobody none nor not nothing now of
off often on once one only onto or other others our ours ourselves out over own perhaps quite
rather really same shall she should since so some somebody someone something sometimes soon still
such than that the their theirs them themselves then there these they thing things this those
though through till to together too toward towards under until up upon us usually very was we well
were what whatever when where whether which while who whoever whole whom whose why will with
within without would yes yet you your yours yourself yourselves aren't can't couldn't didn't
doesn't don't hadn't hasn't haven't isn't shouldn't wasn't weren't won't wouldn't he'd he'll he's
here's how's i'd i'll i'm i've it'd it'll it's let's she'd she'll she's that's there's they'd
they'll they're they've we'd we'll we're we've what's where's who's you'd you'll you're you've
"""
_RUSSIAN = """
а без более больше будет будете будешь будто буду будут бы был была были было быть в вам вами вас
ваш ваша ваше ваши вдруг ведь весь вдоль вниз внутри во вокруг вон вот впрочем все всегда всего
всей всем всеми всему всех всю вся всякий вы где да даже два две для до должен должна должны
другая другие другой другого его ее ей ему если есть еще ею же за затем зачем здесь и из или им
ими иногда их к каждый каждая каждое как какая какие какое какой когда кого ко кому кто куда ли
либо лишь между меня мне много мной можно может могу мог могла могли мой мою моя мое мои моего
моей моих мы на над надо нам нами нас наш наша наше наши не него нее ней нельзя нем несколько нет
ни нибудь никогда никто ним ними них ничего ничто но ну о об обо один одна одни одно однако около
он она они оно опять от ото очень перед по под подо пока после потом потому почему почти при про
просто пусть раз разве с сам сама сами само самый свое своего своей своем свои своим своими своих
свой свою своя себе себя сейчас сквозь слишком снова со собой совсем сразу так такая также такие
такое такой там твой твоя твое твои тебе тебя тем тех то тобой тогда того тоже той только том тому
тот ту туда тут ты у уж уже хотя чего чей чем через что чтоб чтобы чье чья эта эти это этих этого
этой этом этому этот эту я
"""
_ARABIC = """
انا انت انتم انتما انتن نحن هو هي هم هن هما هذا هذه هذان هاتان هءلاء هؤلاء ذلك تلك اولئك اولءك
الذي التي الذين اللذان اللتان اللواتي اللاتي من ما ماذا متي اين كيف كم اي ايه لماذا لم لن لا ليس
ليست ليسوا لما قد لقد سوف كان كانت كانوا كنت كنا كن يكون تكون اكون نكون يكونون ان لان لانه لانها
لكن لكنه لكنها ليت لعل اذا اذ لو لولا حتي كي لكي ثم او ام بل في علي الي عن مع منذ حول بين بعد قبل
فوق تحت امام خلف وراء عند عندما لدي لديه لديها لدينا دون بدون خلال ضد نحو داخل خارج فيه فيها فيهم
منه منها منهم عليه عليها عليهم اليه اليها اليهم عنه عنها معه معها معهم به بها بهم له لها لهم لي لك
لنا بي بك هل الا غير سوي كل كله كلها كلهم بعض جميع كلا احد احدي شيء شيءا شيئا هنا هناك الان ايضا
فقط جدا حيث بينما كما مثل هكذا كذلك اكثر اقل كثيرا قليلا دايما دائما ابدا مره اخري اخر نعم يا ايها
هيا عليك عليكم نفس نفسه نفسها ذات ذاك
"""
_CHINESE = (
    "的了着过是在和与及或也都就又还很太不没有我你您他她它们这那哪吗呢吧啊呀么个把被给让从向对到去来上下里说看"
)

_COMMON = """
came come comes coming get gets getting give gives go goes going gone got gave keep kept look
looked looking looks made make makes making put puts said saw say saying says see seen seeing sees
seem seemed seems take taken takes taking took tell telling tells told turn turned turns want
wanted wants went взял взяла взять вижу видит видел видела говорит говорил говорила говорю дай дал
дала дать делает делал делала делать делаю иди идем идет иду идут идти пойти пошел пошла пошли
пришел пришла пришли прийти сделал сделала сделать сказал сказала сказали сказать скажи смотрел
смотрела смотрит смотреть смотрю посмотрел посмотрела посмотреть стал стала стали стало стать
хочет хотел хотела хочу قال قالت قالوا يقول تقول اقول قل ذهب ذهبت يذهب تذهب اذهب جاء جاءت ياتي
تاتي نظر نظرت ينظر تنظر انظر اخذ اخذت ياخذ تاخذ راي رات يري تري اري اعطي اعطت فعل فعلت يفعل افعل
يريد تريد اريد صار اصبح اصبحت
"""

WORDS = frozenset(map(normalise, f"{_ENGLISH} {_RUSSIAN} {_ARABIC}".split()))
"""Function words."""

COMMON = frozenset(map(normalise, _COMMON.split()))
"""How people move, look and speak in every adventure; in a small bank nothing else tells that."""

CHARACTERS = frozenset(_CHINESE)
"""Characters of Chinese that stand between words more often than in them."""
