# ما يسمعه اللاعبون عن التصحيحات وما يقرؤه الراوي عن المسائل المفتوحة.

canon-saved = { $scope ->
    [scene] حُفظ لهذا المشهد:
    [arc] حُفظ لهذا الفصل:
    [character] حُفظ لكل القصص:
    [everywhere] حُفظ لكل محادثاتك:
   *[adventure] حُفظ لهذه القصة:
} { $wording }
canon-known = { $scope ->
    [scene] محفوظ من قبل لهذا المشهد:
    [arc] محفوظ من قبل لهذا الفصل:
    [character] محفوظ من قبل لكل القصص:
    [everywhere] محفوظ من قبل لكل محادثاتك:
   *[adventure] محفوظ من قبل لهذه القصة:
} { $wording }
canon-edited = { $scope ->
    [scene] عُدّل لهذا المشهد:
    [arc] عُدّل لهذا الفصل:
    [character] عُدّل لكل القصص:
    [everywhere] عُدّل لكل محادثاتك:
   *[adventure] عُدّل لهذه القصة:
} { $wording }
canon-undone = { $scope ->
    [scene] تم التراجع لهذا المشهد:
    [arc] تم التراجع لهذا الفصل:
    [character] تم التراجع لكل القصص:
    [everywhere] تم التراجع لكل محادثاتك:
   *[adventure] تم التراجع لهذه القصة:
} { $wording }
canon-forgotten = { $scope ->
    [scene] حُذف لهذا المشهد:
    [arc] حُذف لهذا الفصل:
    [character] حُذف لكل القصص:
    [everywhere] حُذف لكل محادثاتك:
   *[adventure] حُذف لهذه القصة:
} { $wording }
canon-before = من قبل: { $values }.
canon-again = من جديد: { $values }.
canon-question = إلى أي مدى يسري هذا؟ { $wording }

canon-scope-scene = هذا المشهد
canon-scope-arc = هذا الفصل
canon-scope-adventure = هذه القصة
canon-scope-character = كل القصص
canon-scope-everywhere = كل محادثاتي

canon-open = مسألة مفتوحة لم يحسمها اللاعبون: { $things }. لا تذكر أي رواية منها ولا تلمّح إليها.

# المدى والنوع حيث يُختاران.

scope-scene = { canon-scope-scene }
scope-arc = { canon-scope-arc }
scope-adventure = { canon-scope-adventure }
scope-character = { canon-scope-character }
scope-everywhere = { canon-scope-everywhere }
kind-fact = حقيقة في القصة
kind-preference = رغبتي في طريقة السرد

# الأزرار والنماذج.

canon-button-undo = تراجع
canon-button-edit = تعديل
canon-button-scopes = تغيير المدى
canon-button-back = رجوع
canon-button-form = فتح النموذج
canon-widen-character = لكل القصص
canon-widen-everywhere = لكل محادثاتي

form-correct = تصحيح الراوي
form-canon-edit = تعديل المحفوظ
form-canon-subject = عمّن أو عمّ
    .hint = كما تسميه القصة: ميرا. اتركه فارغًا إن كانت رغبة في طريقة السرد.
form-canon-attribute = ما الذي يخصه
    .hint = كلمة أو كلمتان: لون العينين. يجوز تركه فارغًا.
form-canon-value = ما الصحيح
    .hint = القيمة الصحيحة: أخضر. وإن كانت رغبة فاكتبها كاملة.
form-canon-kind = ما هو
    .hint = الحقيقة لكل من يلعب، والرغبة لك وحدك.
form-canon-scope = إلى أي مدى يسري
    .hint = إن تركته سرى على هذه القصة، أو سُئلت عنه.

canon-not-understood = لم أجد في هذا تصحيحًا، ولم يُحفظ شيء. قل مثلًا: «عينا ميرا خضراوان وليستا زرقاوين»، أو املأ النموذج.
canon-alias = أصبح «{ $also }» اسمًا آخر للاسم «{ $name }».
