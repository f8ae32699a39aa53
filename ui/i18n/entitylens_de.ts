<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>KeyFile</name>
    <message>
        <source>The key file %1 cannot be read: %2</source>
        <translation>Die Schlüsseldatei %1 lässt sich nicht lesen: %2</translation>
    </message>
</context>
<context>
    <name>Migration</name>
    <message>
        <source>%1 statements ran in %2 s; every entity has the objects that were predicted</source>
        <translation>%1 Anweisungen liefen in %2 s; jede Entität hat die vorhergesagten Objekte</translation>
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
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>root</source>
        <translation>Wurzel</translation>
    </message>
    <message>
        <source>list of %1</source>
        <translation>Liste mit %1</translation>
    </message>
    <message>
        <source>dictionary of %1</source>
        <translation>Wörterbuch mit %1</translation>
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
        <translation>Wo Sie sind</translation>
    </message>
</context>
<context>
    <name>entitylens::BrowserWindow</name>
    <message>
        <source>Open a store</source>
        <translation>Speicher öffnen</translation>
    </message>
    <message>
        <source>Databases (*.sqlite *.db *.sqlite3 *.store);;All files (*)</source>
        <translation>Datenbanken (*.sqlite *.db *.sqlite3 *.store);;Alle Dateien (*)</translation>
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
        <translation>Entität</translation>
    </message>
    <message>
        <source>Objects</source>
        <translation>Objekte</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
</context>
<context>
    <name>entitylens::ChartsView</name>
    <message>
        <source>Charts</source>
        <translation>Auswertungen</translation>
    </message>
    <message>
        <source>Property</source>
        <translation>Eigenschaft</translation>
    </message>
    <message>
        <source>Chart; the table beside it says the same</source>
        <translation>Diagramm; die Tabelle daneben sagt dasselbe</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Values and counts</source>
        <translation>Werte und Anzahlen</translation>
    </message>
    <message>
        <source>Save as PNG, SVG or CSV</source>
        <translation>Als PNG, SVG oder CSV sichern</translation>
    </message>
    <message>
        <source>Objects by entity</source>
        <translation>Objekte nach Entität</translation>
    </message>
    <message>
        <source>%1 values</source>
        <translation>%1 Werte</translation>
    </message>
    <message>
        <source>%1 NULL</source>
        <translation>%1-mal NULL</translation>
    </message>
    <message>
        <source>%1 different</source>
        <translation>%1 verschiedene</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>von %1 bis %2</translation>
    </message>
    <message>
        <source>mean %1</source>
        <translation>Mittel %1</translation>
    </message>
    <message>
        <source>only the first ones were read</source>
        <translation>nur die ersten wurden gelesen</translation>
    </message>
    <message>
        <source>Objects</source>
        <translation>Objekte</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Save the chart</source>
        <translation>Diagramm sichern</translation>
    </message>
    <message>
        <source>Pictures (*.png);;Drawings (*.svg);;Tables (*.csv)</source>
        <translation>Bilder (*.png);;Zeichnungen (*.svg);;Tabellen (*.csv)</translation>
    </message>
</context>
<context>
    <name>entitylens::CompareView</name>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Another store…</source>
        <translation>Anderer Speicher…</translation>
    </message>
    <message>
        <source>Compare this store with another one, such as an older copy of it.</source>
        <translation>Diesen Speicher mit einem anderen vergleichen, etwa mit einer älteren Kopie.</translation>
    </message>
    <message>
        <source>Objects are the same when their entity and number are. Ciphers, layouts and models may differ.</source>
        <translation>Objekte sind dieselben, wenn Entität und Nummer es sind. Chiffren, Aufbau und Modelle dürfen verschieden sein.</translation>
    </message>
    <message>
        <source>Choose the other store…</source>
        <translation>Den anderen Speicher wählen…</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>Comparing with %1…</source>
        <translation>Vergleich mit %1 läuft…</translation>
    </message>
    <message>
        <source>Since %1: %2</source>
        <translation>Seit %1: %2</translation>
    </message>
    <message>
        <source>Both stores hold the same objects.</source>
        <translation>Beide Speicher enthalten dieselben Objekte.</translation>
    </message>
</context>
<context>
    <name>entitylens::ComparisonModel</name>
    <message>
        <source>%1 added, %2 removed, %3 changed, %4 equal</source>
        <translation>%1 hinzugekommen, %2 entfernt, %3 geändert, %4 gleich</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>Objekt</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>%1 removed</source>
        <translation>%1 entfernt</translation>
    </message>
    <message>
        <source>%1 added</source>
        <translation>%1 hinzugekommen</translation>
    </message>
    <message>
        <source>%1 changed</source>
        <translation>%1 geändert</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>entfernt</translation>
    </message>
    <message>
        <source>added</source>
        <translation>hinzugekommen</translation>
    </message>
    <message>
        <source>%1 properties changed</source>
        <translation>%1 Eigenschaften geändert</translation>
    </message>
</context>
<context>
    <name>entitylens::CompletionPopup</name>
    <message>
        <source>Completions</source>
        <translation>Vervollständigungen</translation>
    </message>
</context>
<context>
    <name>entitylens::DiagramBox</name>
    <message>
        <source>Click shows the objects, a double click the neighbourhood</source>
        <translation>Ein Klick zeigt die Objekte, ein Doppelklick die Nachbarschaft</translation>
    </message>
    <message>
        <source>… %1 more</source>
        <translation>… noch %1</translation>
    </message>
</context>
<context>
    <name>entitylens::DiagramView</name>
    <message>
        <source>Whole model</source>
        <translation>Ganzes Modell</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>Attribute</translation>
    </message>
    <message>
        <source>Diagram of the model</source>
        <translation>Diagramm des Modells</translation>
    </message>
    <message>
        <source>Diagram</source>
        <translation>Modelldiagramm</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Kleiner</translation>
    </message>
    <message>
        <source>Fit into the window</source>
        <translation>Ins Fenster einpassen</translation>
    </message>
    <message>
        <source>Save as SVG or PNG</source>
        <translation>Als SVG oder PNG sichern</translation>
    </message>
    <message>
        <source>%1 entities, %2 lines</source>
        <translation>%1 Entitäten, %2 Linien</translation>
    </message>
    <message>
        <source>%1 and what is next to it</source>
        <translation>%1 und ihre Nachbarn</translation>
    </message>
    <message>
        <source>Save the diagram</source>
        <translation>Modelldiagramm sichern</translation>
    </message>
    <message>
        <source>Drawings (*.svg);;Pictures (*.png)</source>
        <translation>Zeichnungen (*.svg);;Bilder (*.png)</translation>
    </message>
</context>
<context>
    <name>entitylens::EntityTreeModel</name>
    <message>
        <source>Favourites</source>
        <translation>Favoriten</translation>
    </message>
    <message>
        <source>Entities</source>
        <translation>Entitäten</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>%1, %2 objects</source>
        <translation>%1, %2 Objekte</translation>
    </message>
    <message>
        <source>%1 (abstract)</source>
        <translation>%1 (abstrakt)</translation>
    </message>
    <message>
        <source>Parent: %1</source>
        <translation>Oberentität: %1</translation>
    </message>
    <message>
        <source>Own objects: %1, with sub-entities: %2</source>
        <translation>Eigene Objekte: %1, mit Unterentitäten: %2</translation>
    </message>
    <message>
        <source>Inferred: %1</source>
        <translation>Erschlossen: %1</translation>
    </message>
    <message>
        <source>Fetch request of the model
%1: %2</source>
        <translation>Abfrage des Modells
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
        <translation>Entitäten filtern</translation>
    </message>
    <message>
        <source>Entities</source>
        <translation>Entitäten</translation>
    </message>
    <message>
        <source>Remove from favourites</source>
        <translation>Aus den Favoriten entfernen</translation>
    </message>
    <message>
        <source>Add to favourites</source>
        <translation>Zu den Favoriten</translation>
    </message>
    <message>
        <source>Show in the diagram</source>
        <translation>Im Modelldiagramm zeigen</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Auswertungen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Include sub-entities</source>
        <translation>Mit Unterentitäten</translation>
    </message>
</context>
<context>
    <name>entitylens::FindBar</name>
    <message>
        <source>Find in the rows at hand</source>
        <translation>In den vorliegenden Zeilen suchen</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>Voriges</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Nächstes</translation>
    </message>
    <message>
        <source>Ask all objects</source>
        <translation>Alle Objekte fragen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>row %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>not in the %1 rows at hand</source>
        <translation>nicht in den vorliegenden %1 Zeilen</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
</context>
<context>
    <name>entitylens::FindingsModel</name>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>Wie viele</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>show</source>
        <translation>zeigen</translation>
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
        <translation>leerer Text</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>A date is written as 2016, 2016-10 or 2016-10-09; two dots make a range.</source>
        <translation>Ein Datum schreibt man 2016, 2016-10 oder 2016-10-09; zwei Punkte machen einen Bereich.</translation>
    </message>
    <message>
        <source>A number, a comparison such as &gt;5, or a range such as 3..7.</source>
        <translation>Eine Zahl, ein Vergleich wie &gt;5 oder ein Bereich wie 3..7.</translation>
    </message>
    <message>
        <source>yes or no.</source>
        <translation>ja oder nein.</translation>
    </message>
    <message>
        <source>Only NULL and !NULL can be asked for here.</source>
        <translation>Hier kann nur nach NULL und !NULL gefragt werden.</translation>
    </message>
    <message>
        <source>Go to an object by Entity/ID instead.</source>
        <translation>Stattdessen über Entität/ID zu einem Objekt gehen.</translation>
    </message>
    <message>
        <source>1 byte</source>
        <translation>1 Byte</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 Bytes</translation>
    </message>
    <message>
        <source>binary</source>
        <translation>binär</translation>
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
        <translation>Als %1: %2</translation>
    </message>
    <message>
        <source>The store has no column for this attribute.</source>
        <translation>Der Speicher hat keine Spalte für dieses Attribut.</translation>
    </message>
    <message>
        <source>Stored as %1</source>
        <translation>Gespeichert als %1</translation>
    </message>
    <message>
        <source>The storage class does not fit the attribute&apos;s type; the raw value is shown.</source>
        <translation>Die Speicherklasse passt nicht zum Typ des Attributs; gezeigt wird der rohe Wert.</translation>
    </message>
    <message>
        <source>The bytes are not UTF-8.</source>
        <translation>Die Bytes sind kein UTF-8.</translation>
    </message>
    <message>
        <source>Raw: %1 (seconds since 1970)</source>
        <translation>Roh: %1 (Sekunden seit 1970)</translation>
    </message>
    <message>
        <source>Type inferred: %1</source>
        <translation>Typ erschlossen: %1</translation>
    </message>
</context>
<context>
    <name>entitylens::Hook</name>
    <message>
        <source>%1 is encrypted, and this DB Browser has no SQLCipher</source>
        <translation>%1 ist verschlüsselt, und dieser DB Browser hat kein SQLCipher</translation>
    </message>
    <message>
        <source>Start it by “entitylens open”, which gives it one.</source>
        <translation>Starten Sie es mit „entitylens open“; dann hat es eines.</translation>
    </message>
</context>
<context>
    <name>entitylens::HostLane</name>
    <message>
        <source>The database is closed</source>
        <translation>Die Datenbank ist geschlossen</translation>
    </message>
    <message>
        <source>This takes too long beside the database&apos;s unsaved changes</source>
        <translation>Das dauert zu lange neben den ungeschriebenen Änderungen der Datenbank</translation>
    </message>
    <message>
        <source>Write or revert them; the work then runs without holding up the window.</source>
        <translation>Schreiben Sie sie oder nehmen Sie sie zurück; dann läuft die Arbeit, ohne das Fenster aufzuhalten.</translation>
    </message>
    <message>
        <source>DB Browser is at work on the database</source>
        <translation>DB Browser arbeitet an der Datenbank</translation>
    </message>
    <message>
        <source>Wait until it has finished, then reload.</source>
        <translation>Warten Sie, bis es fertig ist, und laden Sie dann neu.</translation>
    </message>
</context>
<context>
    <name>entitylens::Inspector</name>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>Eigenschaften</translation>
    </message>
    <message>
        <source>Select an object to see its values and relationships.</source>
        <translation>Ein Objekt wählen, um Werte und Beziehungen zu sehen.</translation>
    </message>
    <message>
        <source>without a name</source>
        <translation>ohne Namen</translation>
    </message>
</context>
<context>
    <name>entitylens::JobRow</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
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
        <translation>Diese Zeile wegnehmen</translation>
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
        <translation>Wirkung auf diesen Speicher</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Afterwards</source>
        <translation>Danach</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Core Data does the same</source>
        <translation>Core Data tut dasselbe</translation>
    </message>
    <message>
        <source>Objects of %1</source>
        <translation>Objekte von %1</translation>
    </message>
    <message>
        <source>Objects of %1, until now %2</source>
        <translation>Objekte von %1, bis jetzt %2</translation>
    </message>
    <message>
        <source>%1 instead of %2</source>
        <translation>%1 statt %2</translation>
    </message>
</context>
<context>
    <name>entitylens::MigrationView</name>
    <message>
        <source>Dry run</source>
        <translation>Probelauf</translation>
    </message>
    <message>
        <source>Save report…</source>
        <translation>Bericht sichern…</translation>
    </message>
    <message>
        <source>Migration</source>
        <translation>Migration</translation>
    </message>
    <message>
        <source>Changes of the model</source>
        <translation>Änderungen des Modells</translation>
    </message>
    <message>
        <source>Effects on this store</source>
        <translation>Wirkungen auf diesen Speicher</translation>
    </message>
    <message>
        <source>Statements that Encrypted Core Data would run</source>
        <translation>Anweisungen, die Encrypted Core Data ausführen würde</translation>
    </message>
    <message>
        <source>Version of Encrypted Core Data</source>
        <translation>Version von Encrypted Core Data</translation>
    </message>
    <message>
        <source>ECD %1</source>
        <translation>ECD %1</translation>
    </message>
    <message>
        <source>Migrate a copy that is thrown away, and count what is in it</source>
        <translation>Eine Kopie migrieren, die weggeworfen wird, und zählen, was darin ist</translation>
    </message>
    <message>
        <source>Another model…</source>
        <translation>Anderes Modell…</translation>
    </message>
    <message>
        <source>See what a new model would do to this store before you ship it.</source>
        <translation>Sehen, was ein neues Modell mit diesem Speicher täte, bevor Sie es ausliefern.</translation>
    </message>
    <message>
        <source>The changes, the values that would be lost, the statements that Encrypted Core Data would run. Nothing is written.</source>
        <translation>Die Änderungen, die Werte, die verloren gingen, die Anweisungen, die Encrypted Core Data ausführen würde. Nichts wird geschrieben.</translation>
    </message>
    <message>
        <source>Choose the new model…</source>
        <translation>Das neue Modell wählen…</translation>
    </message>
    <message>
        <source>Choose the new model (.xcdatamodel, .xcdatamodeld or .momd)</source>
        <translation>Das neue Modell wählen (.xcdatamodel, .xcdatamodeld oder .momd)</translation>
    </message>
    <message>
        <source>Choose another model…</source>
        <translation>Anderes Modell wählen…</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>%1 rows rewritten, about %2 s</source>
        <translation>%1 Zeilen neu geschrieben, etwa %2 s</translation>
    </message>
    <message>
        <source>Nothing changes: no migration is needed.</source>
        <translation>Nichts ändert sich: Es ist keine Migration nötig.</translation>
    </message>
    <message>
        <source>The app could not open this store any more.</source>
        <translation>Die App könnte diesen Speicher nicht mehr öffnen.</translation>
    </message>
    <message>
        <source>Nothing is lost.</source>
        <translation>Nichts geht verloren.</translation>
    </message>
    <message>
        <source>Trying on a copy…</source>
        <translation>Probe auf einer Kopie…</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>Bericht sichern</translation>
    </message>
    <message>
        <source>Pages (*.html);;JSON (*.json);;Text (*.txt)</source>
        <translation>Seiten (*.html);;JSON (*.json);;Text (*.txt)</translation>
    </message>
</context>
<context>
    <name>entitylens::ObjectDetailModel</name>
    <message>
        <source>Property</source>
        <translation>Eigenschaft</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>%1, declared by %2</source>
        <translation>%1, deklariert von %2</translation>
    </message>
    <message>
        <source>%1, inferred: %2</source>
        <translation>%1, erschlossen: %2</translation>
    </message>
    <message>
        <source>To many %1</source>
        <translation>Zu vielen %1</translation>
    </message>
    <message>
        <source>To one %1</source>
        <translation>Zu einem %1</translation>
    </message>
    <message>
        <source>, inverse %1</source>
        <translation>, Gegenrichtung %1</translation>
    </message>
    <message>
        <source>Nobody points here</source>
        <translation>Niemand verweist hierher</translation>
    </message>
    <message>
        <source>Who points here</source>
        <translation>Wer hierher verweist</translation>
    </message>
    <message>
        <source>Show all %1</source>
        <translation>Alle %1 zeigen</translation>
    </message>
    <message>
        <source>%1 does not exist: the reference is dangling</source>
        <translation>%1 gibt es nicht: Der Verweis zeigt ins Leere</translation>
    </message>
    <message>
        <source>link to %1</source>
        <translation>Verweis auf %1</translation>
    </message>
    <message>
        <source>NULL</source>
        <translation>NULL</translation>
    </message>
    <message>
        <source>The store has no place for this relationship.</source>
        <translation>Der Speicher hat keinen Platz für diese Beziehung.</translation>
    </message>
</context>
<context>
    <name>entitylens::ObjectTable</name>
    <message>
        <source>Objects</source>
        <translation>Objekte</translation>
    </message>
</context>
<context>
    <name>entitylens::ObjectTableModel</name>
    <message>
        <source>%1: %2
Type inferred: %3</source>
        <translation>%1: %2
Typ erschlossen: %3</translation>
    </message>
    <message>
        <source>%1: %2, shown in %3</source>
        <translation>%1: %2, angezeigt in %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: to many %2</source>
        <translation>%1: zu vielen %2</translation>
    </message>
    <message>
        <source>%1: to one %2</source>
        <translation>%1: zu einem %2</translation>
    </message>
    <message>
        <source>Number of the object in its table</source>
        <translation>Nummer des Objekts in seiner Tabelle</translation>
    </message>
    <message>
        <source>The object&apos;s own entity</source>
        <translation>Die eigene Entität des Objekts</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>lädt</translation>
    </message>
    <message>
        <source>%1 does not exist: the reference is dangling</source>
        <translation>%1 gibt es nicht: Der Verweis zeigt ins Leere</translation>
    </message>
    <message>
        <source>link to %1</source>
        <translation>Verweis auf %1</translation>
    </message>
    <message>
        <source>NULL</source>
        <translation>NULL</translation>
    </message>
    <message>
        <source>The store has no place for this relationship.</source>
        <translation>Der Speicher hat keinen Platz für diese Beziehung.</translation>
    </message>
    <message>
        <source>%1 selected</source>
        <translation>%1 ausgewählt</translation>
    </message>
    <message>
        <source>%1, sum %2, mean %3</source>
        <translation>%1, Summe %2, Mittel %3</translation>
    </message>
</context>
<context>
    <name>entitylens::ObjectsView</name>
    <message>
        <source>Let the columns scroll</source>
        <translation>Spalten wieder rollen lassen</translation>
    </message>
    <message>
        <source>Pin columns up to %1</source>
        <translation>Spalten bis %1 anheften</translation>
    </message>
    <message>
        <source>Hide %1</source>
        <translation>%1 ausblenden</translation>
    </message>
    <message>
        <source>Charts of %1</source>
        <translation>Auswertungen von %1</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Fit widths</source>
        <translation>Breiten anpassen</translation>
    </message>
    <message>
        <source>Columns as at first</source>
        <translation>Spalten wie am Anfang</translation>
    </message>
    <message>
        <source>Filter row</source>
        <translation>Filterzeile</translation>
    </message>
    <message>
        <source>counting…</source>
        <translation>wird gezählt…</translation>
    </message>
    <message>
        <source>1 object</source>
        <translation>1 Objekt</translation>
    </message>
    <message>
        <source>%1 objects</source>
        <translation>%1 Objekte</translation>
    </message>
    <message>
        <source>%1 match</source>
        <translation>%1 passen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>sorted by %1 %2</source>
        <translation>sortiert nach %1 %2</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>types inferred</source>
        <translation>Typen erschlossen</translation>
    </message>
    <message>
        <source>No model was given: names and types are inferred from the store. Dotted lines mark guesses.</source>
        <translation>Kein Modell wurde angegeben: Namen und Typen sind aus dem Speicher erschlossen. Gepunktete Linien kennzeichnen Vermutungen.</translation>
    </message>
    <message>
        <source>with unsaved edits</source>
        <translation>mit ungeschriebenen Änderungen</translation>
    </message>
    <message>
        <source>Read on the host&apos;s connection: edits that are not written yet are shown.</source>
        <translation>Über die Verbindung des Programms gelesen: Noch nicht geschriebene Änderungen sind zu sehen.</translation>
    </message>
    <message>
        <source>Read from a private copy, since the store was not closed properly by the app.</source>
        <translation>Aus einer privaten Kopie gelesen, da die App den Speicher nicht richtig geschlossen hat.</translation>
    </message>
    <message>
        <source>Dates are shown in %1.</source>
        <translation>Daten werden in %1 angezeigt.</translation>
    </message>
    <message>
        <source>All objects. A predicate narrows them: rating &gt; 3 AND author.name CONTAINS[cd] &apos;john&apos;</source>
        <translation>Alle Objekte. Ein Prädikat engt sie ein: rating &gt; 3 AND author.name CONTAINS[cd] &apos;john&apos;</translation>
    </message>
    <message>
        <source>No object matches.</source>
        <translation>Kein Objekt passt.</translation>
    </message>
    <message>
        <source>%1 has no objects.</source>
        <translation>%1 hat keine Objekte.</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
    <message>
        <source>ECD answers differently</source>
        <translation>ECD antwortet anders</translation>
    </message>
</context>
<context>
    <name>entitylens::Panel</name>
    <message>
        <source>Entities</source>
        <translation>Entitäten</translation>
    </message>
    <message>
        <source>Choose a model (.xcdatamodeld, .xcdatamodel or .momd)</source>
        <translation>Modell wählen (.xcdatamodeld, .xcdatamodel oder .momd)</translation>
    </message>
</context>
<context>
    <name>entitylens::Panel::Private</name>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vor</translation>
    </message>
    <message>
        <source>Find anywhere, or go to Entity/ID</source>
        <translation>Überall suchen oder zu Entität/ID</translation>
    </message>
    <message>
        <source>Find anywhere</source>
        <translation>Überall suchen</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Store</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Predicate</source>
        <translation>Prädikat</translation>
    </message>
    <message>
        <source>Go to an entity or object</source>
        <translation>Zu einer Entität oder einem Objekt gehen</translation>
    </message>
    <message>
        <source>Show or hide the inspector</source>
        <translation>Inspektor ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>Find in the rows at hand</source>
        <translation>In den vorliegenden Zeilen suchen</translation>
    </message>
    <message>
        <source>Filter row</source>
        <translation>Filterzeile</translation>
    </message>
    <message>
        <source>Copy objects as JSON</source>
        <translation>Objekte als JSON kopieren</translation>
    </message>
    <message>
        <source>Diagram</source>
        <translation>Modelldiagramm</translation>
    </message>
    <message>
        <source>About the store</source>
        <translation>Über den Speicher</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Auswertungen</translation>
    </message>
    <message>
        <source>Cancel what runs</source>
        <translation>Abbrechen, was läuft</translation>
    </message>
    <message>
        <source>Views and settings</source>
        <translation>Ansichten und Einstellungen</translation>
    </message>
    <message>
        <source>An entity or Entity/ID goes there (%1); anything else is looked for in every object (%2)</source>
        <translation>Eine Entität oder Entität/ID führt dorthin (%1); alles andere wird in allen Objekten gesucht (%2)</translation>
    </message>
    <message>
        <source>Names and types are inferred from the store</source>
        <translation>Namen und Typen sind aus dem Speicher erschlossen</translation>
    </message>
    <message>
        <source>Model %1, match: %2</source>
        <translation>Modell %1, Übereinstimmung: %2</translation>
    </message>
    <message>
        <source>Choose a model folder…</source>
        <translation>Modellordner wählen…</translation>
    </message>
    <message>
        <source>Choose a compiled model file…</source>
        <translation>Kompilierte Modelldatei wählen…</translation>
    </message>
    <message>
        <source>Choose a compiled model</source>
        <translation>Kompiliertes Modell wählen</translation>
    </message>
    <message>
        <source>Compiled models (*.mom *.omo)</source>
        <translation>Kompilierte Modelle (*.mom *.omo)</translation>
    </message>
    <message>
        <source>Infer from the store</source>
        <translation>Aus dem Speicher erschließen</translation>
    </message>
    <message>
        <source>Encrypted, SQLCipher %1</source>
        <translation>Verschlüsselt, SQLCipher %1</translation>
    </message>
    <message>
        <source>Encrypted, own parameters</source>
        <translation>Verschlüsselt, eigene Parameter</translation>
    </message>
    <message>
        <source>Not encrypted</source>
        <translation>Nicht verschlüsselt</translation>
    </message>
    <message>
        <source>Layout of Encrypted Core Data %1</source>
        <translation>Aufbau von Encrypted Core Data %1</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Open another store…</source>
        <translation>Anderen Speicher öffnen…</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Dates in</source>
        <translation>Daten in</translation>
    </message>
    <message>
        <source>UTC</source>
        <translation>UTC</translation>
    </message>
    <message>
        <source>Local time (%1)</source>
        <translation>Ortszeit (%1)</translation>
    </message>
    <message>
        <source>Copy value</source>
        <translation>Wert kopieren</translation>
    </message>
    <message>
        <source>Copy object ID</source>
        <translation>Objekt-ID kopieren</translation>
    </message>
    <message>
        <source>Copy rows as</source>
        <translation>Zeilen kopieren als</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
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
        <translation>Warten: Ein anderes Programm hält den Speicher.</translation>
    </message>
    <message>
        <source>No store is open.</source>
        <translation>Kein Speicher ist geöffnet.</translation>
    </message>
    <message>
        <source>Open a database that an app wrote with Encrypted Core Data.</source>
        <translation>Eine Datenbank öffnen, die eine App mit Encrypted Core Data geschrieben hat.</translation>
    </message>
    <message>
        <source>Open a store…</source>
        <translation>Speicher öffnen…</translation>
    </message>
    <message>
        <source>Opening %1…</source>
        <translation>%1 wird geöffnet…</translation>
    </message>
    <message>
        <source>Enter the passphrase…</source>
        <translation>Passphrase eingeben…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>Kein Modell</translation>
    </message>
    <message>
        <source>Found anywhere</source>
        <translation>Überall gefunden</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Migration</source>
        <translation>Migration</translation>
    </message>
</context>
<context>
    <name>entitylens::Part</name>
    <message>
        <source>Entities</source>
        <translation>Entitäten</translation>
    </message>
</context>
<context>
    <name>entitylens::PassphraseDialog</name>
    <message>
        <source>Passphrase</source>
        <translation>Passphrase</translation>
    </message>
    <message>
        <source>%1 is encrypted.</source>
        <translation>%1 ist verschlüsselt.</translation>
    </message>
    <message>
        <source>Kind of key</source>
        <translation>Art des Schlüssels</translation>
    </message>
    <message>
        <source>Raw key</source>
        <translation>Roher Schlüssel</translation>
    </message>
    <message>
        <source>Hex bytes</source>
        <translation>Hexadezimale Bytes</translation>
    </message>
    <message>
        <source>Passphrase or key</source>
        <translation>Passphrase oder Schlüssel</translation>
    </message>
    <message>
        <source>Show what is typed</source>
        <translation>Zeigen, was getippt wird</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>The same again</source>
        <translation>Noch einmal dasselbe</translation>
    </message>
    <message>
        <source>The key of the copy</source>
        <translation>Der Schlüssel der Kopie</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>64 hexadecimal digits (the key), or 96 (the key and its salt).</source>
        <translation>64 hexadezimale Ziffern (der Schlüssel) oder 96 (Schlüssel und Salz).</translation>
    </message>
    <message>
        <source>The bytes of the passphrase, two hexadecimal digits each.</source>
        <translation>Die Bytes der Passphrase, je zwei hexadezimale Ziffern.</translation>
    </message>
    <message>
        <source>Nobody can read the copy without it.</source>
        <translation>Ohne ihn kann niemand die Kopie lesen.</translation>
    </message>
    <message>
        <source>The format of SQLCipher is found by itself. Nothing is written to the file.</source>
        <translation>Das Format von SQLCipher wird von selbst gefunden. In die Datei wird nichts geschrieben.</translation>
    </message>
</context>
<context>
    <name>entitylens::PassphrasePrompt</name>
    <message>
        <source>Open encrypted store</source>
        <translation>Verschlüsselten Speicher öffnen</translation>
    </message>
    <message>
        <source>“%1” is encrypted.</source>
        <translation>„%1“ ist verschlüsselt.</translation>
    </message>
    <message>
        <source>found by itself</source>
        <translation>von selbst gefunden</translation>
    </message>
    <message>
        <source>SQLCipher&apos;s version (1 to 4), or parameters such as page_size=1024,kdf_iter=4000</source>
        <translation>SQLCipher-Version (1 bis 4) oder Parameter wie page_size=1024,kdf_iter=4000</translation>
    </message>
    <message>
        <source>&amp;Key:</source>
        <translation>&amp;Schlüssel:</translation>
    </message>
    <message>
        <source>K&amp;ind:</source>
        <translation>A&amp;rt:</translation>
    </message>
    <message>
        <source>&amp;Cipher:</source>
        <translation>&amp;Chiffre:</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>Ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>Passphrase</translation>
    </message>
    <message>
        <source>Passphrase in hex digits</source>
        <translation>Passphrase in hexadezimalen Ziffern</translation>
    </message>
    <message>
        <source>Raw key in hex digits</source>
        <translation>Roher Schlüssel in hexadezimalen Ziffern</translation>
    </message>
    <message>
        <source>&amp;Show</source>
        <translation>&amp;Zeigen</translation>
    </message>
    <message>
        <source>e.g. 736563726574</source>
        <translation>z. B. 736563726574</translation>
    </message>
    <message>
        <source>64 or 96 hex digits</source>
        <translation>64 oder 96 hexadezimale Ziffern</translation>
    </message>
    <message>
        <source>Check case, spaces and line ends. If the app sets cipher parameters of its own, give them under Cipher.</source>
        <translation>Groß- und Kleinschreibung, Leerzeichen und Zeilenenden prüfen. Setzt die App eigene Chiffre-Parameter, gehören sie unter „Chiffre“.</translation>
    </message>
</context>
<context>
    <name>entitylens::PinnedColumns</name>
    <message>
        <source>Pinned columns</source>
        <translation>Angeheftete Spalten</translation>
    </message>
</context>
<context>
    <name>entitylens::PredicateEditor</name>
    <message>
        <source>Predicate</source>
        <translation>Prädikat</translation>
    </message>
    <message>
        <source>Enter runs it, Tab completes, Control Space lists what may come next</source>
        <translation>Eingabe führt es aus, Tab vervollständigt, Strg+Leertaste zeigt, was folgen kann</translation>
    </message>
</context>
<context>
    <name>entitylens::PredicateLexer</name>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Keyword</source>
        <translation>Schlüsselwort</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>String</source>
        <translation>Zeichenkette</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>Funktion</translation>
    </message>
    <message>
        <source>Variable</source>
        <translation>Variable</translation>
    </message>
    <message>
        <source>Argument</source>
        <translation>Argument</translation>
    </message>
    <message>
        <source>Collection operator</source>
        <translation>Sammeloperator</translation>
    </message>
    <message>
        <source>Punctuation</source>
        <translation>Satzzeichen</translation>
    </message>
    <message>
        <source>Option</source>
        <translation>Option</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
</context>
<context>
    <name>entitylens::ProgressLine</name>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
</context>
<context>
    <name>entitylens::QueryBar</name>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Save this query</source>
        <translation>Diese Abfrage sichern</translation>
    </message>
    <message>
        <source>SQL</source>
        <translation>SQL</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Run the predicate</source>
        <translation>Prädikat ausführen</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Show the translated SQL and the engine&apos;s plan</source>
        <translation>Das übersetzte SQL und den Plan der Datenbank zeigen</translation>
    </message>
    <message>
        <source>Argument %1</source>
        <translation>Argument %1</translation>
    </message>
    <message>
        <source>%1: 5, &quot;text&quot;, date:2016-01-01, object:Post/5</source>
        <translation>%1: 5, &quot;text&quot;, date:2016-01-01, object:Post/5</translation>
    </message>
    <message>
        <source>Replace by %1</source>
        <translation>Durch %1 ersetzen</translation>
    </message>
    <message>
        <source>Remove from the saved queries</source>
        <translation>Aus den gespeicherten Abfragen entfernen</translation>
    </message>
</context>
<context>
    <name>entitylens::SearchModel</name>
    <message>
        <source>Object</source>
        <translation>Objekt</translation>
    </message>
    <message>
        <source>Found in</source>
        <translation>Gefunden in</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>the first %1</source>
        <translation>die ersten %1</translation>
    </message>
</context>
<context>
    <name>entitylens::SearchView</name>
    <message>
        <source>Found anywhere</source>
        <translation>Überall gefunden</translation>
    </message>
    <message>
        <source>Objects found</source>
        <translation>Gefundene Objekte</translation>
    </message>
    <message>
        <source>Looking for “%1”…</source>
        <translation>„%1“ wird gesucht…</translation>
    </message>
    <message>
        <source>“%1” is in 1 object</source>
        <translation>„%1“ steht in 1 Objekt</translation>
    </message>
    <message>
        <source>“%1” is in %2 objects</source>
        <translation>„%1“ steht in %2 Objekten</translation>
    </message>
    <message>
        <source>“%1” is in no object.</source>
        <translation>„%1“ steht in keinem Objekt.</translation>
    </message>
    <message>
        <source>Texts are looked through without regard to case and accents; numbers, dates and Entity/ID must be whole.</source>
        <translation>Texte werden ohne Rücksicht auf Groß- und Kleinschreibung und Akzente durchsucht; Zahlen, Daten und Entität/ID müssen vollständig sein.</translation>
    </message>
</context>
<context>
    <name>entitylens::SqlPane</name>
    <message>
        <source>Translated SQL</source>
        <translation>Übersetztes SQL</translation>
    </message>
    <message>
        <source>Translated SQL, bindings, plan</source>
        <translation>Übersetztes SQL, gebundene Werte, Plan</translation>
    </message>
    <message>
        <source>SQL</source>
        <translation>SQL</translation>
    </message>
    <message>
        <source>Bound values</source>
        <translation>Gebundene Werte</translation>
    </message>
    <message>
        <source>Plan of the engine</source>
        <translation>Plan der Datenbank</translation>
    </message>
    <message>
        <source>Normal form</source>
        <translation>Normalform</translation>
    </message>
    <message>
        <source>Only here: %1</source>
        <translation>Nur hier: %1</translation>
    </message>
    <message>
        <source>Only ECD: %1</source>
        <translation>Nur ECD: %1</translation>
    </message>
    <message>
        <source>What ECD itself would answer</source>
        <translation>Was ECD selbst antworten würde</translation>
    </message>
    <message>
        <source>SQL of ECD</source>
        <translation>SQL von ECD</translation>
    </message>
</context>
<context>
    <name>entitylens::StoreView</name>
    <message>
        <source>read-only</source>
        <translation>nur lesend</translation>
    </message>
    <message>
        <source>as an unchanging file, since nobody is writing to it</source>
        <translation>als unveränderliche Datei, da niemand in sie schreibt</translation>
    </message>
    <message>
        <source>read-only, beside the app that is writing to it</source>
        <translation>nur lesend, neben der App, die hineinschreibt</translation>
    </message>
    <message>
        <source>from a private copy, since the app did not close it properly</source>
        <translation>aus einer privaten Kopie, da die App ihn nicht richtig geschlossen hat</translation>
    </message>
    <message>
        <source>on the connection of DB Browser</source>
        <translation>über die Verbindung von DB Browser</translation>
    </message>
    <message>
        <source>none was given; names and types are inferred from the store</source>
        <translation>keines wurde angegeben; Namen und Typen sind aus dem Speicher erschlossen</translation>
    </message>
    <message>
        <source>%1, its version hashes are those of the store</source>
        <translation>%1, die Versionshashes sind die des Speichers</translation>
    </message>
    <message>
        <source>%1, fits by its structure</source>
        <translation>%1, passt dem Aufbau nach</translation>
    </message>
    <message>
        <source>%1, differs from what the store was written with</source>
        <translation>%1, weicht von dem ab, womit der Speicher geschrieben wurde</translation>
    </message>
    <message>
        <source>Store</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Look for dangling links, odd values and other damage</source>
        <translation>Nach Verweisen ins Leere, seltsamen Werten und anderen Schäden suchen</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Decrypted…</source>
        <translation>Entschlüsselt…</translation>
    </message>
    <message>
        <source>Under another key…</source>
        <translation>Mit anderem Schlüssel…</translation>
    </message>
    <message>
        <source>In the format of SQLCipher 4…</source>
        <translation>Im Format von SQLCipher 4…</translation>
    </message>
    <message>
        <source>Compare with…</source>
        <translation>Vergleichen mit…</translation>
    </message>
    <message>
        <source>Preview a migration…</source>
        <translation>Migration vorab ansehen…</translation>
    </message>
    <message>
        <source>How it was found</source>
        <translation>Wie es gefunden wurde</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Opened</source>
        <translation>Geöffnet</translation>
    </message>
    <message>
        <source>Encryption</source>
        <translation>Verschlüsselung</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Aufbau</translation>
    </message>
    <message>
        <source>Encrypted Core Data %1</source>
        <translation>Encrypted Core Data %1</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Store UUID</source>
        <translation>UUID des Speichers</translation>
    </message>
    <message>
        <source>Nothing is wrong.</source>
        <translation>Alles ist in Ordnung.</translation>
    </message>
    <message>
        <source>Opening found nothing odd.</source>
        <translation>Beim Öffnen fiel nichts auf.</translation>
    </message>
    <message>
        <source>A check looks at every object: dangling links, values that do not fit, gaps in orders.</source>
        <translation>Eine Prüfung sieht jedes Objekt an: Verweise ins Leere, Werte, die nicht passen, Lücken in Reihenfolgen.</translation>
    </message>
    <message>
        <source>nothing is wrong</source>
        <translation>alles in Ordnung</translation>
    </message>
    <message>
        <source>1 finding</source>
        <translation>1 Befund</translation>
    </message>
    <message>
        <source>%1 findings</source>
        <translation>%1 Befunde</translation>
    </message>
    <message>
        <source>Name of the new folder</source>
        <translation>Name des neuen Ordners</translation>
    </message>
    <message>
        <source>CSV files (*.csv);;JSON files (*.json);;Property lists (*.plist);;SQL (*.sql)</source>
        <translation>CSV-Dateien (*.csv);;JSON-Dateien (*.json);;Property-Listen (*.plist);;SQL (*.sql)</translation>
    </message>
    <message>
        <source>Export to %1</source>
        <translation>Export nach %1</translation>
    </message>
    <message>
        <source>done, row counts checked</source>
        <translation>fertig, Zeilenzahlen geprüft</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Name of the copy</source>
        <translation>Name der Kopie</translation>
    </message>
    <message>
        <source>Copy to %1</source>
        <translation>Kopie nach %1</translation>
    </message>
    <message>
        <source>done, compared row by row with the original</source>
        <translation>fertig, Zeile für Zeile mit dem Original verglichen</translation>
    </message>
</context>
<context>
    <name>entitylens::TableHeader</name>
    <message>
        <source>Filter %1</source>
        <translation>%1 filtern</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
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
        <translation>leer</translation>
    </message>
</context>
<context>
    <name>entitylens::ValueView</name>
    <message>
        <source>Value as text</source>
        <translation>Wert als Text</translation>
    </message>
    <message>
        <source>Value as hexadecimal digits</source>
        <translation>Wert in hexadezimalen Ziffern</translation>
    </message>
    <message>
        <source>Value as an image</source>
        <translation>Wert als Bild</translation>
    </message>
    <message>
        <source>Value as JSON</source>
        <translation>Wert als JSON</translation>
    </message>
    <message>
        <source>Value as a tree</source>
        <translation>Wert als Baum</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Hex</source>
        <translation>Hex</translation>
    </message>
    <message>
        <source>Tree</source>
        <translation>Baum</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>NULL</source>
        <translation>NULL</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… und noch %1</translation>
    </message>
</context>
</TS>
