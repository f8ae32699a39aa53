<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="he" sourcelanguage="en">
<context>
    <name>KeyFile</name>
    <message>
        <source>The key file %1 cannot be read: %2</source>
        <translation>אי אפשר לקרוא את קובץ המפתח %1: %2</translation>
    </message>
</context>
<context>
    <name>Migration</name>
    <message>
        <source>%1 statements ran in %2 s; every entity has the objects that were predicted</source>
        <translation>%1 פקודות רצו ב-%2 שניות; בכל ישות העצמים שנחזו</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>entitylens::ArchiveTreeModel</name>
    <message>
        <source>Key</source>
        <translation>מפתח</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>ערך</translation>
    </message>
    <message>
        <source>root</source>
        <translation>שורש</translation>
    </message>
    <message>
        <source>list of %1</source>
        <translation>רשימה של %1</translation>
    </message>
    <message>
        <source>dictionary of %1</source>
        <translation>מילון של %1</translation>
    </message>
    <message>
        <source>NULL</source>
        <translation>NULL</translation>
    </message>
</context>
<context>
    <name>entitylens::Breadcrumb</name>
    <message>
        <source>Where you are</source>
        <translation>המקום הנוכחי</translation>
    </message>
</context>
<context>
    <name>entitylens::BrowserWindow</name>
    <message>
        <source>Open a store</source>
        <translation>פתיחת מאגר</translation>
    </message>
    <message>
        <source>Databases (*.sqlite *.db *.sqlite3 *.store);;All files (*)</source>
        <translation>מסדי נתונים (*.sqlite *.db *.sqlite3 *.store);;כל הקבצים (*)</translation>
    </message>
    <message>
        <source>EntityLens</source>
        <translation>EntityLens</translation>
    </message>
    <message>
        <source>%1 – EntityLens</source>
        <translation>%1 – EntityLens</translation>
    </message>
</context>
<context>
    <name>entitylens::ChartTableModel</name>
    <message>
        <source>Entity</source>
        <translation>ישות</translation>
    </message>
    <message>
        <source>Objects</source>
        <translation>עצמים</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>חלק</translation>
    </message>
</context>
<context>
    <name>entitylens::ChartsView</name>
    <message>
        <source>Charts</source>
        <translation>תרשימים</translation>
    </message>
    <message>
        <source>Property</source>
        <translation>מאפיין</translation>
    </message>
    <message>
        <source>Chart; the table beside it says the same</source>
        <translation>תרשים; הטבלה שלידו אומרת אותו דבר</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>תרשים</translation>
    </message>
    <message>
        <source>Values and counts</source>
        <translation>ערכים וכמויות</translation>
    </message>
    <message>
        <source>Save as PNG, SVG or CSV</source>
        <translation>שמירה כ-PNG, SVG או CSV</translation>
    </message>
    <message>
        <source>Objects by entity</source>
        <translation>עצמים לפי ישות</translation>
    </message>
    <message>
        <source>%1 values</source>
        <translation>%1 ערכים</translation>
    </message>
    <message>
        <source>%1 NULL</source>
        <translation>%1 ערכי NULL</translation>
    </message>
    <message>
        <source>%1 different</source>
        <translation>%1 שונים</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>מ-%1 עד %2</translation>
    </message>
    <message>
        <source>mean %1</source>
        <translation>ממוצע %1</translation>
    </message>
    <message>
        <source>only the first ones were read</source>
        <translation>רק הראשונים נקראו</translation>
    </message>
    <message>
        <source>Objects</source>
        <translation>עצמים</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Save the chart</source>
        <translation>שמירת התרשים</translation>
    </message>
    <message>
        <source>Pictures (*.png);;Drawings (*.svg);;Tables (*.csv)</source>
        <translation>תמונות (*.png);;שרטוטים (*.svg);;טבלאות (*.csv)</translation>
    </message>
</context>
<context>
    <name>entitylens::CompareView</name>
    <message>
        <source>Comparison</source>
        <translation>השוואה</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>הבדלים</translation>
    </message>
    <message>
        <source>Another store…</source>
        <translation>מאגר אחר…</translation>
    </message>
    <message>
        <source>Compare this store with another one, such as an older copy of it.</source>
        <translation>השוואת המאגר למאגר אחר, כגון עותק ישן שלו.</translation>
    </message>
    <message>
        <source>Objects are the same when their entity and number are. Ciphers, layouts and models may differ.</source>
        <translation>עצמים זהים כאשר הישות והמספר שלהם זהים. צפנים, מבנים ומודלים יכולים להיות שונים.</translation>
    </message>
    <message>
        <source>Choose the other store…</source>
        <translation>בחירת המאגר האחר…</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>השוואה עם</translation>
    </message>
    <message>
        <source>Comparing with %1…</source>
        <translation>בהשוואה עם %1…</translation>
    </message>
    <message>
        <source>Since %1: %2</source>
        <translation>מאז %1: %2</translation>
    </message>
    <message>
        <source>Both stores hold the same objects.</source>
        <translation>בשני המאגרים אותם עצמים.</translation>
    </message>
</context>
<context>
    <name>entitylens::ComparisonModel</name>
    <message>
        <source>%1 added, %2 removed, %3 changed, %4 equal</source>
        <translation>נוספו %1, הוסרו %2, השתנו %3, זהים %4</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>עצם</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>לפני</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>עכשיו</translation>
    </message>
    <message>
        <source>%1 removed</source>
        <translation>הוסרו %1</translation>
    </message>
    <message>
        <source>%1 added</source>
        <translation>נוספו %1</translation>
    </message>
    <message>
        <source>%1 changed</source>
        <translation>השתנו %1</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>הוסר</translation>
    </message>
    <message>
        <source>added</source>
        <translation>נוסף</translation>
    </message>
    <message>
        <source>%1 properties changed</source>
        <translation>השתנו %1 מאפיינים</translation>
    </message>
</context>
<context>
    <name>entitylens::CompletionPopup</name>
    <message>
        <source>Completions</source>
        <translation>השלמות</translation>
    </message>
</context>
<context>
    <name>entitylens::DiagramBox</name>
    <message>
        <source>Click shows the objects, a double click the neighbourhood</source>
        <translation>לחיצה מציגה את העצמים, לחיצה כפולה את השכנים</translation>
    </message>
    <message>
        <source>… %1 more</source>
        <translation>… עוד %1</translation>
    </message>
</context>
<context>
    <name>entitylens::DiagramView</name>
    <message>
        <source>Whole model</source>
        <translation>המודל כולו</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>תכונות</translation>
    </message>
    <message>
        <source>Diagram of the model</source>
        <translation>דיאגרמת המודל</translation>
    </message>
    <message>
        <source>Diagram</source>
        <translation>דיאגרמה</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>גדול יותר</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>קטן יותר</translation>
    </message>
    <message>
        <source>Fit into the window</source>
        <translation>התאמה לחלון</translation>
    </message>
    <message>
        <source>Save as SVG or PNG</source>
        <translation>שמירה כ-SVG או PNG</translation>
    </message>
    <message>
        <source>%1 entities, %2 lines</source>
        <translation>%1 ישויות, %2 קווים</translation>
    </message>
    <message>
        <source>%1 and what is next to it</source>
        <translation>%1 ומה שלידה</translation>
    </message>
    <message>
        <source>Save the diagram</source>
        <translation>שמירת הדיאגרמה</translation>
    </message>
    <message>
        <source>Drawings (*.svg);;Pictures (*.png)</source>
        <translation>שרטוטים (*.svg);;תמונות (*.png)</translation>
    </message>
</context>
<context>
    <name>entitylens::EntityTreeModel</name>
    <message>
        <source>Favourites</source>
        <translation>מועדפים</translation>
    </message>
    <message>
        <source>Entities</source>
        <translation>ישויות</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>שמורות</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>ממצאים</translation>
    </message>
    <message>
        <source>%1, %2 objects</source>
        <translation>%1, %2 עצמים</translation>
    </message>
    <message>
        <source>%1 (abstract)</source>
        <translation>%1 (מופשטת)</translation>
    </message>
    <message>
        <source>Parent: %1</source>
        <translation>ישות אם: %1</translation>
    </message>
    <message>
        <source>Own objects: %1, with sub-entities: %2</source>
        <translation>עצמים משלה: %1, עם תת-ישויות: %2</translation>
    </message>
    <message>
        <source>Inferred: %1</source>
        <translation>הוסק: %1</translation>
    </message>
    <message>
        <source>Fetch request of the model
%1: %2</source>
        <translation>בקשת אחזור של המודל
%1: %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>entitylens::EntityView</name>
    <message>
        <source>Filter entities</source>
        <translation>סינון ישויות</translation>
    </message>
    <message>
        <source>Entities</source>
        <translation>ישויות</translation>
    </message>
    <message>
        <source>Remove from favourites</source>
        <translation>הסרה מהמועדפים</translation>
    </message>
    <message>
        <source>Add to favourites</source>
        <translation>הוספה למועדפים</translation>
    </message>
    <message>
        <source>Show in the diagram</source>
        <translation>הצגה בדיאגרמה</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>תרשימים</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>הסרה</translation>
    </message>
    <message>
        <source>Include sub-entities</source>
        <translation>כולל תת-ישויות</translation>
    </message>
</context>
<context>
    <name>entitylens::FindBar</name>
    <message>
        <source>Find in the rows at hand</source>
        <translation>חיפוש בשורות שבהישג יד</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>הקודם</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>הבא</translation>
    </message>
    <message>
        <source>Ask all objects</source>
        <translation>שאילתה על כל העצמים</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>סגירה</translation>
    </message>
    <message>
        <source>row %1</source>
        <translation>שורה %1</translation>
    </message>
    <message>
        <source>not in the %1 rows at hand</source>
        <translation>לא ב-%1 השורות שבהישג יד</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>לא נמצא</translation>
    </message>
</context>
<context>
    <name>entitylens::FindingsModel</name>
    <message>
        <source>Where</source>
        <translation>היכן</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>ממצא</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>כמה</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>show</source>
        <translation>הצגה</translation>
    </message>
</context>
<context>
    <name>entitylens::Format</name>
    <message>
        <source>NULL</source>
        <translation>NULL</translation>
    </message>
    <message>
        <source>empty text</source>
        <translation>טקסט ריק</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>כן</translation>
    </message>
    <message>
        <source>no</source>
        <translation>לא</translation>
    </message>
    <message>
        <source>A date is written as 2016, 2016-10 or 2016-10-09; two dots make a range.</source>
        <translation>תאריך נכתב 2016, 2016-10 או 2016-10-09; שתי נקודות יוצרות טווח.</translation>
    </message>
    <message>
        <source>A number, a comparison such as &gt;5, or a range such as 3..7.</source>
        <translation>מספר, השוואה כמו ‎&gt;5 או טווח כמו 3..7.</translation>
    </message>
    <message>
        <source>yes or no.</source>
        <translation>כן או לא.</translation>
    </message>
    <message>
        <source>Only NULL and !NULL can be asked for here.</source>
        <translation>כאן אפשר לשאול רק על NULL ו-‎!NULL.</translation>
    </message>
    <message>
        <source>Go to an object by Entity/ID instead.</source>
        <translation>אפשר במקום זאת לעבור לעצם לפי ישות/מספר.</translation>
    </message>
    <message>
        <source>1 byte</source>
        <translation>בית אחד</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 בתים</translation>
    </message>
    <message>
        <source>binary</source>
        <translation>בינרי</translation>
    </message>
    <message>
        <source>%1 %2×%3, %4</source>
        <translation>%1 %2×%3, %4</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>As %1: %2</source>
        <translation>בתור %1: %2</translation>
    </message>
    <message>
        <source>The store has no column for this attribute.</source>
        <translation>למאגר אין עמודה לתכונה זו.</translation>
    </message>
    <message>
        <source>Stored as %1</source>
        <translation>מאוחסן בתור %1</translation>
    </message>
    <message>
        <source>The storage class does not fit the attribute&apos;s type; the raw value is shown.</source>
        <translation>מחלקת האחסון אינה מתאימה לטיפוס התכונה; מוצג הערך הגולמי.</translation>
    </message>
    <message>
        <source>The bytes are not UTF-8.</source>
        <translation>הבתים אינם UTF-8.</translation>
    </message>
    <message>
        <source>Raw: %1 (seconds since 1970)</source>
        <translation>גולמי: %1 (שניות מאז 1970)</translation>
    </message>
    <message>
        <source>Type inferred: %1</source>
        <translation>הטיפוס הוסק: %1</translation>
    </message>
</context>
<context>
    <name>entitylens::Hook</name>
    <message>
        <source>%1 is encrypted, and this DB Browser has no SQLCipher</source>
        <translation>%1 מוצפן, ול-DB Browser זה אין SQLCipher</translation>
    </message>
    <message>
        <source>Start it by “entitylens open”, which gives it one.</source>
        <translation>יש להפעילו באמצעות „entitylens open”, שנותן לו אחד.</translation>
    </message>
</context>
<context>
    <name>entitylens::HostLane</name>
    <message>
        <source>The database is closed</source>
        <translation>מסד הנתונים סגור</translation>
    </message>
    <message>
        <source>This takes too long beside the database&apos;s unsaved changes</source>
        <translation>זה נמשך זמן רב מדי לצד השינויים שטרם נכתבו</translation>
    </message>
    <message>
        <source>Write or revert them; the work then runs without holding up the window.</source>
        <translation>יש לכתוב או לבטל אותם; אז העבודה תרוץ בלי לעכב את החלון.</translation>
    </message>
    <message>
        <source>DB Browser is at work on the database</source>
        <translation>DB Browser עובד על מסד הנתונים</translation>
    </message>
    <message>
        <source>Wait until it has finished, then reload.</source>
        <translation>יש להמתין עד שיסיים, ואז לטעון מחדש.</translation>
    </message>
</context>
<context>
    <name>entitylens::Inspector</name>
    <message>
        <source>Inspector</source>
        <translation>חוקר</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>מאפיינים</translation>
    </message>
    <message>
        <source>Select an object to see its values and relationships.</source>
        <translation>יש לבחור עצם כדי לראות את ערכיו וקשריו.</translation>
    </message>
    <message>
        <source>without a name</source>
        <translation>ללא שם</translation>
    </message>
</context>
<context>
    <name>entitylens::JobRow</name>
    <message>
        <source>Cancel</source>
        <translation>ביטול</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>בוטל</translation>
    </message>
    <message>
        <source>%1: %2 %</source>
        <translation>%1: %2 %</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Take this line away</source>
        <translation>הסרת שורה זו</translation>
    </message>
</context>
<context>
    <name>entitylens::MigrationChangesModel</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>entitylens::MigrationEffectsModel</name>
    <message>
        <source>Effect on this store</source>
        <translation>השפעה על מאגר זה</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>היום</translation>
    </message>
    <message>
        <source>Afterwards</source>
        <translation>אחרי</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 מתוך %2</translation>
    </message>
    <message>
        <source>Core Data does the same</source>
        <translation>Core Data עושה אותו דבר</translation>
    </message>
    <message>
        <source>Objects of %1</source>
        <translation>עצמים של %1</translation>
    </message>
    <message>
        <source>Objects of %1, until now %2</source>
        <translation>עצמים של %1, עד כה %2</translation>
    </message>
    <message>
        <source>%1 instead of %2</source>
        <translation>%1 במקום %2</translation>
    </message>
</context>
<context>
    <name>entitylens::MigrationView</name>
    <message>
        <source>Dry run</source>
        <translation>הרצה יבשה</translation>
    </message>
    <message>
        <source>Save report…</source>
        <translation>שמירת הדוח…</translation>
    </message>
    <message>
        <source>Migration</source>
        <translation>הסבה</translation>
    </message>
    <message>
        <source>Changes of the model</source>
        <translation>שינויי המודל</translation>
    </message>
    <message>
        <source>Effects on this store</source>
        <translation>השפעות על מאגר זה</translation>
    </message>
    <message>
        <source>Statements that Encrypted Core Data would run</source>
        <translation>פקודות ש-Encrypted Core Data היה מריץ</translation>
    </message>
    <message>
        <source>Version of Encrypted Core Data</source>
        <translation>גרסת Encrypted Core Data</translation>
    </message>
    <message>
        <source>ECD %1</source>
        <translation>ECD %1</translation>
    </message>
    <message>
        <source>Migrate a copy that is thrown away, and count what is in it</source>
        <translation>הסבת עותק שייזרק, וספירת תוכנו</translation>
    </message>
    <message>
        <source>Another model…</source>
        <translation>מודל אחר…</translation>
    </message>
    <message>
        <source>See what a new model would do to this store before you ship it.</source>
        <translation>לראות מה יעשה מודל חדש למאגר זה לפני הפצתו.</translation>
    </message>
    <message>
        <source>The changes, the values that would be lost, the statements that Encrypted Core Data would run. Nothing is written.</source>
        <translation>השינויים, הערכים שיאבדו, הפקודות ש-Encrypted Core Data היה מריץ. דבר אינו נכתב.</translation>
    </message>
    <message>
        <source>Choose the new model…</source>
        <translation>בחירת המודל החדש…</translation>
    </message>
    <message>
        <source>Choose the new model (.xcdatamodel, .xcdatamodeld or .momd)</source>
        <translation>בחירת המודל החדש (‎.xcdatamodel, ‎.xcdatamodeld או ‎.momd)</translation>
    </message>
    <message>
        <source>Choose another model…</source>
        <translation>בחירת מודל אחר…</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 ← %2</translation>
    </message>
    <message>
        <source>%1 rows rewritten, about %2 s</source>
        <translation>%1 שורות נכתבות מחדש, כ-%2 שניות</translation>
    </message>
    <message>
        <source>Nothing changes: no migration is needed.</source>
        <translation>דבר אינו משתנה: אין צורך בהסבה.</translation>
    </message>
    <message>
        <source>The app could not open this store any more.</source>
        <translation>האפליקציה לא תוכל עוד לפתוח מאגר זה.</translation>
    </message>
    <message>
        <source>Nothing is lost.</source>
        <translation>דבר אינו אובד.</translation>
    </message>
    <message>
        <source>Trying on a copy…</source>
        <translation>בניסוי על עותק…</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>שמירת הדוח</translation>
    </message>
    <message>
        <source>Pages (*.html);;JSON (*.json);;Text (*.txt)</source>
        <translation>דפים (*.html);;JSON (*.json);;טקסט (*.txt)</translation>
    </message>
</context>
<context>
    <name>entitylens::ObjectDetailModel</name>
    <message>
        <source>Property</source>
        <translation>מאפיין</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>ערך</translation>
    </message>
    <message>
        <source>%1, declared by %2</source>
        <translation>%1, מוצהר ב-%2</translation>
    </message>
    <message>
        <source>%1, inferred: %2</source>
        <translation>%1, הוסק: %2</translation>
    </message>
    <message>
        <source>To many %1</source>
        <translation>אל רבים %1</translation>
    </message>
    <message>
        <source>To one %1</source>
        <translation>אל אחד %1</translation>
    </message>
    <message>
        <source>, inverse %1</source>
        <translation>, הופכי %1</translation>
    </message>
    <message>
        <source>Nobody points here</source>
        <translation>איש אינו מצביע לכאן</translation>
    </message>
    <message>
        <source>Who points here</source>
        <translation>מי מצביע לכאן</translation>
    </message>
    <message>
        <source>Show all %1</source>
        <translation>הצגת כל %1</translation>
    </message>
    <message>
        <source>%1 does not exist: the reference is dangling</source>
        <translation>%1 אינו קיים: ההפניה תלויה באוויר</translation>
    </message>
    <message>
        <source>link to %1</source>
        <translation>קישור אל %1</translation>
    </message>
    <message>
        <source>NULL</source>
        <translation>NULL</translation>
    </message>
    <message>
        <source>The store has no place for this relationship.</source>
        <translation>למאגר אין מקום לקשר זה.</translation>
    </message>
</context>
<context>
    <name>entitylens::ObjectTable</name>
    <message>
        <source>Objects</source>
        <translation>עצמים</translation>
    </message>
</context>
<context>
    <name>entitylens::ObjectTableModel</name>
    <message>
        <source>%1: %2
Type inferred: %3</source>
        <translation>%1: %2
הטיפוס הוסק: %3</translation>
    </message>
    <message>
        <source>%1: %2, shown in %3</source>
        <translation>%1: %2, מוצג לפי %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: to many %2</source>
        <translation>%1: אל רבים %2</translation>
    </message>
    <message>
        <source>%1: to one %2</source>
        <translation>%1: אל אחד %2</translation>
    </message>
    <message>
        <source>Number of the object in its table</source>
        <translation>מספר העצם בטבלה שלו</translation>
    </message>
    <message>
        <source>The object&apos;s own entity</source>
        <translation>הישות של העצם עצמו</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>בטעינה</translation>
    </message>
    <message>
        <source>%1 does not exist: the reference is dangling</source>
        <translation>%1 אינו קיים: ההפניה תלויה באוויר</translation>
    </message>
    <message>
        <source>link to %1</source>
        <translation>קישור אל %1</translation>
    </message>
    <message>
        <source>NULL</source>
        <translation>NULL</translation>
    </message>
    <message>
        <source>The store has no place for this relationship.</source>
        <translation>למאגר אין מקום לקשר זה.</translation>
    </message>
    <message>
        <source>%1 selected</source>
        <translation>נבחרו %1</translation>
    </message>
    <message>
        <source>%1, sum %2, mean %3</source>
        <translation>%1, סכום %2, ממוצע %3</translation>
    </message>
</context>
<context>
    <name>entitylens::ObjectsView</name>
    <message>
        <source>Let the columns scroll</source>
        <translation>לאפשר לעמודות לגלול</translation>
    </message>
    <message>
        <source>Pin columns up to %1</source>
        <translation>הצמדת עמודות עד %1</translation>
    </message>
    <message>
        <source>Hide %1</source>
        <translation>הסתרת %1</translation>
    </message>
    <message>
        <source>Charts of %1</source>
        <translation>תרשימים של %1</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>עמודות</translation>
    </message>
    <message>
        <source>Fit widths</source>
        <translation>התאמת רוחבים</translation>
    </message>
    <message>
        <source>Columns as at first</source>
        <translation>עמודות כבהתחלה</translation>
    </message>
    <message>
        <source>Filter row</source>
        <translation>שורת סינון</translation>
    </message>
    <message>
        <source>counting…</source>
        <translation>בספירה…</translation>
    </message>
    <message>
        <source>1 object</source>
        <translation>עצם אחד</translation>
    </message>
    <message>
        <source>%1 objects</source>
        <translation>%1 עצמים</translation>
    </message>
    <message>
        <source>%1 match</source>
        <translation>%1 מתאימים</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 מתוך %2</translation>
    </message>
    <message>
        <source>sorted by %1 %2</source>
        <translation>ממוין לפי %1 %2</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>‏%1 אלפיות שנייה</translation>
    </message>
    <message>
        <source>types inferred</source>
        <translation>הטיפוסים הוסקו</translation>
    </message>
    <message>
        <source>No model was given: names and types are inferred from the store. Dotted lines mark guesses.</source>
        <translation>לא ניתן מודל: השמות והטיפוסים הוסקו מן המאגר. קווים מנוקדים מסמנים השערות.</translation>
    </message>
    <message>
        <source>with unsaved edits</source>
        <translation>עם עריכות שלא נכתבו</translation>
    </message>
    <message>
        <source>Read on the host&apos;s connection: edits that are not written yet are shown.</source>
        <translation>נקרא בחיבור של התוכנה המארחת: מוצגות גם עריכות שטרם נכתבו.</translation>
    </message>
    <message>
        <source>Read from a private copy, since the store was not closed properly by the app.</source>
        <translation>נקרא מעותק פרטי, כי האפליקציה לא סגרה את המאגר כראוי.</translation>
    </message>
    <message>
        <source>Dates are shown in %1.</source>
        <translation>תאריכים מוצגים לפי %1.</translation>
    </message>
    <message>
        <source>All objects. A predicate narrows them: rating &gt; 3 AND author.name CONTAINS[cd] &apos;john&apos;</source>
        <translation>כל העצמים. פרדיקט מצמצם אותם: rating &gt; 3 AND author.name CONTAINS[cd] &apos;john&apos;</translation>
    </message>
    <message>
        <source>No object matches.</source>
        <translation>אין עצם מתאים.</translation>
    </message>
    <message>
        <source>%1 has no objects.</source>
        <translation>ל-%1 אין עצמים.</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>הצגת הכול</translation>
    </message>
    <message>
        <source>ECD answers differently</source>
        <translation>ECD עונה אחרת</translation>
    </message>
</context>
<context>
    <name>entitylens::Panel</name>
    <message>
        <source>Entities</source>
        <translation>ישויות</translation>
    </message>
    <message>
        <source>Choose a model (.xcdatamodeld, .xcdatamodel or .momd)</source>
        <translation>בחירת מודל (‎.xcdatamodeld, ‎.xcdatamodel או ‎.momd)</translation>
    </message>
</context>
<context>
    <name>entitylens::Panel::Private</name>
    <message>
        <source>Back</source>
        <translation>אחורה</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>קדימה</translation>
    </message>
    <message>
        <source>Find anywhere, or go to Entity/ID</source>
        <translation>חיפוש בכל מקום, או אל ישות/מספר</translation>
    </message>
    <message>
        <source>Find anywhere</source>
        <translation>חיפוש בכל מקום</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>מודל</translation>
    </message>
    <message>
        <source>Store</source>
        <translation>מאגר</translation>
    </message>
    <message>
        <source>More</source>
        <translation>עוד</translation>
    </message>
    <message>
        <source>Predicate</source>
        <translation>פרדיקט</translation>
    </message>
    <message>
        <source>Go to an entity or object</source>
        <translation>מעבר לישות או לעצם</translation>
    </message>
    <message>
        <source>Show or hide the inspector</source>
        <translation>הצגה או הסתרה של החוקר</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>טעינה מחדש</translation>
    </message>
    <message>
        <source>Find in the rows at hand</source>
        <translation>חיפוש בשורות שבהישג יד</translation>
    </message>
    <message>
        <source>Filter row</source>
        <translation>שורת סינון</translation>
    </message>
    <message>
        <source>Copy objects as JSON</source>
        <translation>העתקת עצמים כ-JSON</translation>
    </message>
    <message>
        <source>Diagram</source>
        <translation>דיאגרמה</translation>
    </message>
    <message>
        <source>About the store</source>
        <translation>אודות המאגר</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>תרשימים</translation>
    </message>
    <message>
        <source>Cancel what runs</source>
        <translation>ביטול מה שרץ</translation>
    </message>
    <message>
        <source>Views and settings</source>
        <translation>תצוגות והגדרות</translation>
    </message>
    <message>
        <source>An entity or Entity/ID goes there (%1); anything else is looked for in every object (%2)</source>
        <translation>ישות או ישות/מספר מובילים לשם (%1); כל דבר אחר יחופש בכל העצמים (%2)</translation>
    </message>
    <message>
        <source>Names and types are inferred from the store</source>
        <translation>השמות והטיפוסים הוסקו מן המאגר</translation>
    </message>
    <message>
        <source>Model %1, match: %2</source>
        <translation>מודל %1, התאמה: %2</translation>
    </message>
    <message>
        <source>Choose a model folder…</source>
        <translation>בחירת תיקיית מודל…</translation>
    </message>
    <message>
        <source>Choose a compiled model file…</source>
        <translation>בחירת קובץ מודל מהודר…</translation>
    </message>
    <message>
        <source>Choose a compiled model</source>
        <translation>בחירת מודל מהודר</translation>
    </message>
    <message>
        <source>Compiled models (*.mom *.omo)</source>
        <translation>מודלים מהודרים (*.mom *.omo)</translation>
    </message>
    <message>
        <source>Infer from the store</source>
        <translation>הסקה מן המאגר</translation>
    </message>
    <message>
        <source>Encrypted, SQLCipher %1</source>
        <translation>מוצפן, SQLCipher %1</translation>
    </message>
    <message>
        <source>Encrypted, own parameters</source>
        <translation>מוצפן, פרמטרים משלו</translation>
    </message>
    <message>
        <source>Not encrypted</source>
        <translation>לא מוצפן</translation>
    </message>
    <message>
        <source>Layout of Encrypted Core Data %1</source>
        <translation>המבנה של Encrypted Core Data %1</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>בדיקה</translation>
    </message>
    <message>
        <source>Open another store…</source>
        <translation>פתיחת מאגר אחר…</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>חוקר</translation>
    </message>
    <message>
        <source>Dates in</source>
        <translation>תאריכים לפי</translation>
    </message>
    <message>
        <source>UTC</source>
        <translation>UTC</translation>
    </message>
    <message>
        <source>Local time (%1)</source>
        <translation>זמן מקומי (%1)</translation>
    </message>
    <message>
        <source>Copy value</source>
        <translation>העתקת הערך</translation>
    </message>
    <message>
        <source>Copy object ID</source>
        <translation>העתקת מזהה העצם</translation>
    </message>
    <message>
        <source>Copy rows as</source>
        <translation>העתקת שורות בתור</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>טקסט</translation>
    </message>
    <message>
        <source>CSV</source>
        <translation>CSV</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Waiting: another program holds the store.</source>
        <translation>בהמתנה: תוכנה אחרת מחזיקה במאגר.</translation>
    </message>
    <message>
        <source>No store is open.</source>
        <translation>אין מאגר פתוח.</translation>
    </message>
    <message>
        <source>Open a database that an app wrote with Encrypted Core Data.</source>
        <translation>פתיחת מסד נתונים שאפליקציה כתבה עם Encrypted Core Data.</translation>
    </message>
    <message>
        <source>Open a store…</source>
        <translation>פתיחת מאגר…</translation>
    </message>
    <message>
        <source>Opening %1…</source>
        <translation>בפתיחת %1…</translation>
    </message>
    <message>
        <source>Enter the passphrase…</source>
        <translation>הזנת הסיסמה…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>ניסיון נוסף</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>אין מודל</translation>
    </message>
    <message>
        <source>Found anywhere</source>
        <translation>נמצא בכל מקום</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>השוואה</translation>
    </message>
    <message>
        <source>Migration</source>
        <translation>הסבה</translation>
    </message>
</context>
<context>
    <name>entitylens::Part</name>
    <message>
        <source>Entities</source>
        <translation>ישויות</translation>
    </message>
</context>
<context>
    <name>entitylens::PassphraseDialog</name>
    <message>
        <source>Passphrase</source>
        <translation>סיסמה</translation>
    </message>
    <message>
        <source>%1 is encrypted.</source>
        <translation>%1 מוצפן.</translation>
    </message>
    <message>
        <source>Kind of key</source>
        <translation>סוג המפתח</translation>
    </message>
    <message>
        <source>Raw key</source>
        <translation>מפתח גולמי</translation>
    </message>
    <message>
        <source>Hex bytes</source>
        <translation>בתים הקסדצימליים</translation>
    </message>
    <message>
        <source>Passphrase or key</source>
        <translation>סיסמה או מפתח</translation>
    </message>
    <message>
        <source>Show what is typed</source>
        <translation>הצגת מה שמוקלד</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>פתיחה</translation>
    </message>
    <message>
        <source>The same again</source>
        <translation>שוב אותו דבר</translation>
    </message>
    <message>
        <source>The key of the copy</source>
        <translation>המפתח של העותק</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>שימוש בו</translation>
    </message>
    <message>
        <source>64 hexadecimal digits (the key), or 96 (the key and its salt).</source>
        <translation>64 ספרות הקסדצימליות (המפתח), או 96 (המפתח והמלח שלו).</translation>
    </message>
    <message>
        <source>The bytes of the passphrase, two hexadecimal digits each.</source>
        <translation>בתי הסיסמה, שתי ספרות הקסדצימליות לכל אחד.</translation>
    </message>
    <message>
        <source>Nobody can read the copy without it.</source>
        <translation>בלעדיו איש אינו יכול לקרוא את העותק.</translation>
    </message>
    <message>
        <source>The format of SQLCipher is found by itself. Nothing is written to the file.</source>
        <translation>תבנית SQLCipher מתגלה מאליה. דבר אינו נכתב לקובץ.</translation>
    </message>
</context>
<context>
    <name>entitylens::PassphrasePrompt</name>
    <message>
        <source>Open encrypted store</source>
        <translation>פתיחת מאגר מוצפן</translation>
    </message>
    <message>
        <source>“%1” is encrypted.</source>
        <translation>„%1” מוצפן.</translation>
    </message>
    <message>
        <source>found by itself</source>
        <translation>התגלה מאליו</translation>
    </message>
    <message>
        <source>SQLCipher&apos;s version (1 to 4), or parameters such as page_size=1024,kdf_iter=4000</source>
        <translation>גרסת SQLCipher (1 עד 4), או פרמטרים כגון page_size=1024,kdf_iter=4000</translation>
    </message>
    <message>
        <source>&amp;Key:</source>
        <translation>&amp;מפתח:</translation>
    </message>
    <message>
        <source>K&amp;ind:</source>
        <translation>&amp;סוג:</translation>
    </message>
    <message>
        <source>&amp;Cipher:</source>
        <translation>&amp;צופן:</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>&amp;פתיחה</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>מפתח</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>סיסמה</translation>
    </message>
    <message>
        <source>Passphrase in hex digits</source>
        <translation>סיסמה בספרות הקסדצימליות</translation>
    </message>
    <message>
        <source>Raw key in hex digits</source>
        <translation>מפתח גולמי בספרות הקסדצימליות</translation>
    </message>
    <message>
        <source>&amp;Show</source>
        <translation>&amp;הצגה</translation>
    </message>
    <message>
        <source>e.g. 736563726574</source>
        <translation>למשל 736563726574</translation>
    </message>
    <message>
        <source>64 or 96 hex digits</source>
        <translation>64 או 96 ספרות הקסדצימליות</translation>
    </message>
    <message>
        <source>Check case, spaces and line ends. If the app sets cipher parameters of its own, give them under Cipher.</source>
        <translation>יש לבדוק אותיות גדולות, רווחים וסופי שורה. אם האפליקציה קובעת פרמטרי צופן משלה, יש לתת אותם תחת „צופן”.</translation>
    </message>
</context>
<context>
    <name>entitylens::PinnedColumns</name>
    <message>
        <source>Pinned columns</source>
        <translation>עמודות צמודות</translation>
    </message>
</context>
<context>
    <name>entitylens::PredicateEditor</name>
    <message>
        <source>Predicate</source>
        <translation>פרדיקט</translation>
    </message>
    <message>
        <source>Enter runs it, Tab completes, Control Space lists what may come next</source>
        <translation>Enter מריץ, Tab משלים, Control ורווח מציגים מה יכול לבוא</translation>
    </message>
</context>
<context>
    <name>entitylens::PredicateLexer</name>
    <message>
        <source>Text</source>
        <translation>טקסט</translation>
    </message>
    <message>
        <source>Keyword</source>
        <translation>מילת מפתח</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>אופרטור</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>מספר</translation>
    </message>
    <message>
        <source>String</source>
        <translation>מחרוזת</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>מפתח</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>פונקציה</translation>
    </message>
    <message>
        <source>Variable</source>
        <translation>משתנה</translation>
    </message>
    <message>
        <source>Argument</source>
        <translation>ארגומנט</translation>
    </message>
    <message>
        <source>Collection operator</source>
        <translation>אופרטור אוסף</translation>
    </message>
    <message>
        <source>Punctuation</source>
        <translation>פיסוק</translation>
    </message>
    <message>
        <source>Option</source>
        <translation>אפשרות</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>שגיאה</translation>
    </message>
</context>
<context>
    <name>entitylens::ProgressLine</name>
    <message>
        <source>Progress</source>
        <translation>התקדמות</translation>
    </message>
</context>
<context>
    <name>entitylens::QueryBar</name>
    <message>
        <source>Run</source>
        <translation>הרצה</translation>
    </message>
    <message>
        <source>Save this query</source>
        <translation>שמירת השאילתה</translation>
    </message>
    <message>
        <source>SQL</source>
        <translation>SQL</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>ביטול</translation>
    </message>
    <message>
        <source>Run the predicate</source>
        <translation>הרצת הפרדיקט</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>מצב</translation>
    </message>
    <message>
        <source>Show the translated SQL and the engine&apos;s plan</source>
        <translation>הצגת ה-SQL המתורגם ותוכנית המנוע</translation>
    </message>
    <message>
        <source>Argument %1</source>
        <translation>ארגומנט %1</translation>
    </message>
    <message>
        <source>%1: 5, &quot;text&quot;, date:2016-01-01, object:Post/5</source>
        <translation>%1: 5, &quot;text&quot;, date:2016-01-01, object:Post/5</translation>
    </message>
    <message>
        <source>Replace by %1</source>
        <translation>החלפה ב-%1</translation>
    </message>
    <message>
        <source>Remove from the saved queries</source>
        <translation>הסרה מהשאילתות השמורות</translation>
    </message>
</context>
<context>
    <name>entitylens::SearchModel</name>
    <message>
        <source>Object</source>
        <translation>עצם</translation>
    </message>
    <message>
        <source>Found in</source>
        <translation>נמצא ב</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>the first %1</source>
        <translation>%1 הראשונים</translation>
    </message>
</context>
<context>
    <name>entitylens::SearchView</name>
    <message>
        <source>Found anywhere</source>
        <translation>נמצא בכל מקום</translation>
    </message>
    <message>
        <source>Objects found</source>
        <translation>עצמים שנמצאו</translation>
    </message>
    <message>
        <source>Looking for “%1”…</source>
        <translation>בחיפוש „%1”…</translation>
    </message>
    <message>
        <source>“%1” is in 1 object</source>
        <translation>„%1” נמצא בעצם אחד</translation>
    </message>
    <message>
        <source>“%1” is in %2 objects</source>
        <translation>„%1” נמצא ב-%2 עצמים</translation>
    </message>
    <message>
        <source>“%1” is in no object.</source>
        <translation>„%1” אינו נמצא בשום עצם.</translation>
    </message>
    <message>
        <source>Texts are looked through without regard to case and accents; numbers, dates and Entity/ID must be whole.</source>
        <translation>בטקסט החיפוש מתעלם מרישיות וסימני ניקוד; מספרים, תאריכים וישות/מספר צריכים להיות שלמים.</translation>
    </message>
</context>
<context>
    <name>entitylens::SqlPane</name>
    <message>
        <source>Translated SQL</source>
        <translation>SQL מתורגם</translation>
    </message>
    <message>
        <source>Translated SQL, bindings, plan</source>
        <translation>SQL מתורגם, ערכים קשורים, תוכנית</translation>
    </message>
    <message>
        <source>SQL</source>
        <translation>SQL</translation>
    </message>
    <message>
        <source>Bound values</source>
        <translation>ערכים קשורים</translation>
    </message>
    <message>
        <source>Plan of the engine</source>
        <translation>תוכנית המנוע</translation>
    </message>
    <message>
        <source>Normal form</source>
        <translation>צורה תקנית</translation>
    </message>
    <message>
        <source>Only here: %1</source>
        <translation>רק כאן: %1</translation>
    </message>
    <message>
        <source>Only ECD: %1</source>
        <translation>רק ECD: %1</translation>
    </message>
    <message>
        <source>What ECD itself would answer</source>
        <translation>מה היה עונה ECD עצמו</translation>
    </message>
    <message>
        <source>SQL of ECD</source>
        <translation>SQL של ECD</translation>
    </message>
</context>
<context>
    <name>entitylens::StoreView</name>
    <message>
        <source>read-only</source>
        <translation>לקריאה בלבד</translation>
    </message>
    <message>
        <source>as an unchanging file, since nobody is writing to it</source>
        <translation>כקובץ שאינו משתנה, כי איש אינו כותב אליו</translation>
    </message>
    <message>
        <source>read-only, beside the app that is writing to it</source>
        <translation>לקריאה בלבד, לצד האפליקציה שכותבת אליו</translation>
    </message>
    <message>
        <source>from a private copy, since the app did not close it properly</source>
        <translation>מעותק פרטי, כי האפליקציה לא סגרה אותו כראוי</translation>
    </message>
    <message>
        <source>on the connection of DB Browser</source>
        <translation>בחיבור של DB Browser</translation>
    </message>
    <message>
        <source>none was given; names and types are inferred from the store</source>
        <translation>לא ניתן; השמות והטיפוסים הוסקו מן המאגר</translation>
    </message>
    <message>
        <source>%1, its version hashes are those of the store</source>
        <translation>%1, גיבובי הגרסה הם של המאגר</translation>
    </message>
    <message>
        <source>%1, fits by its structure</source>
        <translation>%1, מתאים לפי המבנה</translation>
    </message>
    <message>
        <source>%1, differs from what the store was written with</source>
        <translation>%1, שונה ממה שבו נכתב המאגר</translation>
    </message>
    <message>
        <source>Store</source>
        <translation>מאגר</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>ממצאים</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>בדיקה</translation>
    </message>
    <message>
        <source>Look for dangling links, odd values and other damage</source>
        <translation>חיפוש קישורים תלויים, ערכים חריגים ונזקים אחרים</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>ייצוא…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>העתקה</translation>
    </message>
    <message>
        <source>Decrypted…</source>
        <translation>מפוענח…</translation>
    </message>
    <message>
        <source>Under another key…</source>
        <translation>תחת מפתח אחר…</translation>
    </message>
    <message>
        <source>In the format of SQLCipher 4…</source>
        <translation>בתבנית של SQLCipher 4…</translation>
    </message>
    <message>
        <source>Compare with…</source>
        <translation>השוואה עם…</translation>
    </message>
    <message>
        <source>Preview a migration…</source>
        <translation>תצוגה מקדימה של הסבה…</translation>
    </message>
    <message>
        <source>How it was found</source>
        <translation>איך נמצא</translation>
    </message>
    <message>
        <source>File</source>
        <translation>קובץ</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Opened</source>
        <translation>נפתח</translation>
    </message>
    <message>
        <source>Encryption</source>
        <translation>הצפנה</translation>
    </message>
    <message>
        <source>none</source>
        <translation>אין</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>מבנה</translation>
    </message>
    <message>
        <source>Encrypted Core Data %1</source>
        <translation>Encrypted Core Data %1</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>מודל</translation>
    </message>
    <message>
        <source>Store UUID</source>
        <translation>UUID של המאגר</translation>
    </message>
    <message>
        <source>Nothing is wrong.</source>
        <translation>הכול תקין.</translation>
    </message>
    <message>
        <source>Opening found nothing odd.</source>
        <translation>בפתיחה לא נמצא דבר חריג.</translation>
    </message>
    <message>
        <source>A check looks at every object: dangling links, values that do not fit, gaps in orders.</source>
        <translation>הבדיקה עוברת על כל עצם: קישורים תלויים, ערכים שאינם מתאימים, פערים בסדר.</translation>
    </message>
    <message>
        <source>nothing is wrong</source>
        <translation>הכול תקין</translation>
    </message>
    <message>
        <source>1 finding</source>
        <translation>ממצא אחד</translation>
    </message>
    <message>
        <source>%1 findings</source>
        <translation>%1 ממצאים</translation>
    </message>
    <message>
        <source>Name of the new folder</source>
        <translation>שם התיקייה החדשה</translation>
    </message>
    <message>
        <source>CSV files (*.csv);;JSON files (*.json);;Property lists (*.plist);;SQL (*.sql)</source>
        <translation>קובצי CSV (*.csv);;קובצי JSON (*.json);;רשימות מאפיינים (*.plist);;SQL (*.sql)</translation>
    </message>
    <message>
        <source>Export to %1</source>
        <translation>ייצוא אל %1</translation>
    </message>
    <message>
        <source>done, row counts checked</source>
        <translation>הסתיים, מספרי השורות נבדקו</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>פתיחת התיקייה</translation>
    </message>
    <message>
        <source>Name of the copy</source>
        <translation>שם העותק</translation>
    </message>
    <message>
        <source>Copy to %1</source>
        <translation>העתקה אל %1</translation>
    </message>
    <message>
        <source>done, compared row by row with the original</source>
        <translation>הסתיים, הושווה שורה אחר שורה למקור</translation>
    </message>
</context>
<context>
    <name>entitylens::TableHeader</name>
    <message>
        <source>Filter %1</source>
        <translation>סינון %1</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>סינון</translation>
    </message>
</context>
<context>
    <name>entitylens::ValueDelegate</name>
    <message>
        <source>NULL</source>
        <translation>NULL</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>ריק</translation>
    </message>
</context>
<context>
    <name>entitylens::ValueView</name>
    <message>
        <source>Value as text</source>
        <translation>הערך כטקסט</translation>
    </message>
    <message>
        <source>Value as hexadecimal digits</source>
        <translation>הערך בספרות הקסדצימליות</translation>
    </message>
    <message>
        <source>Value as an image</source>
        <translation>הערך כתמונה</translation>
    </message>
    <message>
        <source>Value as JSON</source>
        <translation>הערך כ-JSON</translation>
    </message>
    <message>
        <source>Value as a tree</source>
        <translation>הערך כעץ</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>טקסט</translation>
    </message>
    <message>
        <source>Hex</source>
        <translation>הקס</translation>
    </message>
    <message>
        <source>Tree</source>
        <translation>עץ</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>תמונה</translation>
    </message>
    <message>
        <source>NULL</source>
        <translation>NULL</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>ריק</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… ועוד %1</translation>
    </message>
</context>
</TS>
