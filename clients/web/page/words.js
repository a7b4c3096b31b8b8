/**
 * The page's own words, in the languages that the daemon speaks; all else on the page the daemon says.
 *
 * `{name}` stands for what a field, a list or an entry is called, `{count}` and `{max}` for numbers. `missing`
 * is what the daemon says of a field without an answer, by which it is known that no author's words are.
 */
const TABLES = {
  en: {
    form: "Form", submit: "Submit", submitted: "Submitted", remove: "Remove", removeOne: "Remove {name}",
    addTo: "Add to {name}", previous: "Previous field", next: "Next field", autofill: "AutoFill", cancel: "Cancel",
    done: "Done", clear: "Clear {name}", show: "Show {name}", hide: "Hide {name}",
    autofillOne: "AutoFill {name}", checking: "Checking", toolbar: "Toolbar of {name}",
    decline: "Decline", declined: "You declined. Nothing was sent.",
    cancelled: "You cancelled. Nothing was sent.", takenBack: "The question was taken back. Nothing was sent.",
    texts: "Texts for {name}", forget: "Forget {name}", rows: "Rows of {name}", wheels: "Wheels of {name}",
    canForget: "Delete forgets the text that the arrows are on.", line: "Line {count}: {name}",
    mistakes: "This form has mistakes of its own, and can't be submitted until they are mended:",
    over: "The form is no longer live: {name}. Reload to go on.",
    back: "Back", onwards: "Next", step: "Step {count} of {max}", steps: "Steps", stepDone: "done",
    review: "Review answers", check: "Check your answers", change: "Change", changeOne: "Change {name}",
    nothing: "Not answered", secret: "Not shown", problem: "There is a problem",
    missing: "{name} is required", named: "{name}: {message}",
    giveText: "Enter an answer", giveChoice: "Choose an answer", giveDate: "Enter a date", giveTime: "Enter a time",
    between: "From {first} to {last}.", from: "From {first}.", until: "Until {last}.",
    search: "Search {name}", noRows: "Nothing found",
    removed: "Removed: {name}", unasked: "No longer asked: {name}",
    unread: "Not understood: {name}. Examples: {first}",
    save: "Save the answers", unsent: "Not sent: {name}. Save the answers instead.",
  },
  de: {
    form: "Formular", submit: "Absenden", submitted: "Abgesendet", remove: "Entfernen", removeOne: "{name} entfernen",
    addTo: "Zu {name} hinzufügen", previous: "Voriges Feld", next: "Nächstes Feld", autofill: "Ausfüllen", cancel: "Abbrechen",
    done: "Fertig", clear: "{name} leeren", show: "{name} zeigen", hide: "{name} verbergen",
    autofillOne: "{name} ausfüllen", checking: "Wird geprüft", toolbar: "Werkzeuge von {name}",
    decline: "Ablehnen", declined: "Sie haben abgelehnt. Nichts wurde gesendet.",
    cancelled: "Sie haben abgebrochen. Nichts wurde gesendet.", takenBack: "Die Frage wurde zurückgezogen. Nichts wurde gesendet.",
    texts: "Texte für {name}", forget: "{name} vergessen", rows: "Zeilen von {name}", wheels: "Räder von {name}",
    canForget: "Entf vergisst den Text, auf dem die Pfeile stehen.", line: "Zeile {count}: {name}",
    mistakes: "Dieses Formular hat selbst Fehler und kann erst abgesendet werden, wenn sie behoben sind:",
    over: "Das Formular ist nicht mehr verbunden: {name}. Neu laden, um weiterzumachen.",
    back: "Zurück", onwards: "Weiter", step: "Schritt {count} von {max}", steps: "Schritte", stepDone: "erledigt",
    review: "Angaben prüfen", check: "Prüfen Sie Ihre Angaben", change: "Ändern", changeOne: "{name} ändern",
    nothing: "Keine Angabe", secret: "Wird nicht gezeigt", problem: "Es gibt ein Problem",
    missing: "{name} muss ausgefüllt werden", named: "{name}: {message}",
    giveText: "Geben Sie etwas ein", giveChoice: "Wählen Sie etwas aus", giveDate: "Geben Sie ein Datum an", giveTime: "Geben Sie eine Zeit an",
    between: "Von {first} bis {last}.", from: "Ab {first}.", until: "Bis {last}.",
    search: "{name} durchsuchen", noRows: "Nichts gefunden",
    removed: "Entfernt: {name}", unasked: "Nicht mehr gefragt: {name}",
    unread: "Nicht verstanden: {name}. Beispiele: {first}",
    save: "Angaben speichern", unsent: "Nicht gesendet: {name}. Speichern Sie die Angaben stattdessen.",
  },
  fr: {
    form: "Formulaire", submit: "Envoyer", submitted: "Envoyé", remove: "Retirer", removeOne: "Retirer {name}",
    addTo: "Ajouter à {name}", previous: "Champ précédent", next: "Champ suivant", autofill: "Remplir", cancel: "Annuler",
    done: "OK", clear: "Vider {name}", show: "Afficher {name}", hide: "Masquer {name}",
    autofillOne: "Remplir {name}", checking: "Vérification", toolbar: "Outils de {name}",
    decline: "Refuser", declined: "Vous avez refusé. Rien n’a été envoyé.",
    cancelled: "Vous avez annulé. Rien n’a été envoyé.", takenBack: "La question a été retirée. Rien n’a été envoyé.",
    texts: "Textes pour {name}", forget: "Oublier {name}", rows: "Lignes de {name}", wheels: "Roues de {name}",
    canForget: "Suppr oublie le texte choisi avec les flèches.", line: "Ligne {count} : {name}",
    mistakes: "Ce formulaire contient lui-même des erreurs et ne peut pas être envoyé avant leur correction :",
    over: "Le formulaire n'est plus connecté : {name}. Rechargez la page pour continuer.",
    back: "Retour", onwards: "Suivant", step: "Étape {count} sur {max}", steps: "Étapes", stepDone: "terminée",
    review: "Vérifier les réponses", check: "Vérifiez vos réponses", change: "Modifier", changeOne: "Modifier {name}",
    nothing: "Pas de réponse", secret: "Non affiché", problem: "Il y a un problème",
    missing: "{name} est obligatoire", named: "{name} : {message}",
    giveText: "Saisissez une réponse", giveChoice: "Choisissez une réponse", giveDate: "Indiquez une date", giveTime: "Indiquez une heure",
    between: "De {first} à {last}.", from: "À partir de {first}.", until: "Jusqu’à {last}.",
    search: "Rechercher : {name}", noRows: "Aucun résultat",
    removed: "Retiré : {name}", unasked: "N’est plus demandé : {name}",
    unread: "Non compris : {name}. Exemples : {first}",
    save: "Enregistrer les réponses", unsent: "Non envoyé : {name}. Enregistrez plutôt les réponses.",
  },
  es: {
    form: "Formulario", submit: "Enviar", submitted: "Enviado", remove: "Quitar", removeOne: "Quitar {name}",
    addTo: "Añadir a {name}", previous: "Campo anterior", next: "Campo siguiente", autofill: "Rellenar", cancel: "Cancelar",
    done: "Listo", clear: "Vaciar {name}", show: "Mostrar {name}", hide: "Ocultar {name}",
    autofillOne: "Rellenar {name}", checking: "Comprobando", toolbar: "Herramientas de {name}",
    decline: "Rechazar", declined: "Ha rechazado la pregunta. No se envió nada.",
    cancelled: "Ha cancelado. No se envió nada.", takenBack: "La pregunta se ha retirado. No se envió nada.",
    texts: "Textos para {name}", forget: "Olvidar {name}", rows: "Filas de {name}", wheels: "Ruedas de {name}",
    canForget: "Supr olvida el texto en el que están las flechas.", line: "Línea {count}: {name}",
    mistakes: "Este formulario tiene errores propios y no se puede enviar hasta que se corrijan:",
    over: "El formulario ya no está conectado: {name}. Vuelva a cargar la página para continuar.",
    back: "Atrás", onwards: "Siguiente", step: "Paso {count} de {max}", steps: "Pasos", stepDone: "hecho",
    review: "Revisar respuestas", check: "Revise sus respuestas", change: "Cambiar", changeOne: "Cambiar {name}",
    nothing: "Sin respuesta", secret: "No se muestra", problem: "Hay un problema",
    missing: "{name}: campo obligatorio", named: "{name}: {message}",
    giveText: "Escriba una respuesta", giveChoice: "Elija una respuesta", giveDate: "Indique una fecha", giveTime: "Indique una hora",
    between: "De {first} a {last}.", from: "Desde {first}.", until: "Hasta {last}.",
    search: "Buscar en {name}", noRows: "Sin resultados",
    removed: "Quitado: {name}", unasked: "Ya no se pregunta: {name}",
    unread: "No se ha entendido: {name}. Ejemplos: {first}",
    save: "Guardar las respuestas", unsent: "No enviado: {name}. Guarde las respuestas en su lugar.",
  },
  it: {
    form: "Modulo", submit: "Invia", submitted: "Inviato", remove: "Rimuovi", removeOne: "Rimuovi {name}",
    addTo: "Aggiungi a {name}", previous: "Campo precedente", next: "Campo successivo", autofill: "Compila", cancel: "Annulla",
    done: "Fine", clear: "Svuota {name}", show: "Mostra {name}", hide: "Nascondi {name}",
    autofillOne: "Compila {name}", checking: "Verifica in corso", toolbar: "Strumenti di {name}",
    decline: "Rifiuta", declined: "Ha rifiutato. Non è stato inviato nulla.",
    cancelled: "Ha annullato. Non è stato inviato nulla.", takenBack: "La domanda è stata ritirata. Non è stato inviato nulla.",
    texts: "Testi per {name}", forget: "Dimentica {name}", rows: "Righe di {name}", wheels: "Rotelle di {name}",
    canForget: "Canc dimentica il testo su cui sono le frecce.", line: "Riga {count}: {name}",
    mistakes: "Questo modulo contiene errori e non può essere inviato finché non sono corretti:",
    over: "Il modulo non è più collegato: {name}. Ricaricare la pagina per continuare.",
    back: "Indietro", onwards: "Avanti", step: "Passo {count} di {max}", steps: "Passi", stepDone: "fatto",
    review: "Rivedi le risposte", check: "Controlli le risposte", change: "Modifica", changeOne: "Modifica {name}",
    nothing: "Nessuna risposta", secret: "Non mostrato", problem: "C'è un problema",
    missing: "{name}: campo obbligatorio", named: "{name}: {message}",
    giveText: "Scriva una risposta", giveChoice: "Scelga una risposta", giveDate: "Indichi una data", giveTime: "Indichi un'ora",
    between: "Da {first} a {last}.", from: "Da {first}.", until: "Fino a {last}.",
    search: "Cerca in {name}", noRows: "Nessun risultato",
    removed: "Rimosso: {name}", unasked: "Non più richiesto: {name}",
    unread: "Non capito: {name}. Esempi: {first}",
    save: "Salva le risposte", unsent: "Non inviato: {name}. Salvi invece le risposte.",
  },
  pt: {
    form: "Formulário", submit: "Enviar", submitted: "Enviado", remove: "Remover", removeOne: "Remover {name}",
    addTo: "Adicionar a {name}", previous: "Campo anterior", next: "Campo seguinte", autofill: "Preencher", cancel: "Cancelar",
    done: "Concluir", clear: "Limpar {name}", show: "Mostrar {name}", hide: "Ocultar {name}",
    autofillOne: "Preencher {name}", checking: "A verificar", toolbar: "Ferramentas de {name}",
    decline: "Recusar", declined: "Recusou. Nada foi enviado.",
    cancelled: "Cancelou. Nada foi enviado.", takenBack: "A pergunta foi retirada. Nada foi enviado.",
    texts: "Textos para {name}", forget: "Esquecer {name}", rows: "Linhas de {name}", wheels: "Rodas de {name}",
    canForget: "Delete esquece o texto em que estão as setas.", line: "Linha {count}: {name}",
    mistakes: "Este formulário tem erros próprios e não pode ser enviado até serem corrigidos:",
    over: "O formulário já não está ligado: {name}. Recarregue a página para continuar.",
    back: "Voltar", onwards: "Seguinte", step: "Passo {count} de {max}", steps: "Passos", stepDone: "concluído",
    review: "Rever respostas", check: "Verifique as suas respostas", change: "Alterar", changeOne: "Alterar {name}",
    nothing: "Sem resposta", secret: "Não mostrado", problem: "Há um problema",
    missing: "{name}: campo obrigatório", named: "{name}: {message}",
    giveText: "Escreva uma resposta", giveChoice: "Escolha uma resposta", giveDate: "Indique uma data", giveTime: "Indique uma hora",
    between: "De {first} a {last}.", from: "A partir de {first}.", until: "Até {last}.",
    search: "Procurar em {name}", noRows: "Sem resultados",
    removed: "Removido: {name}", unasked: "Já não é pedido: {name}",
    unread: "Não compreendido: {name}. Exemplos: {first}",
    save: "Guardar as respostas", unsent: "Não enviado: {name}. Guarde antes as respostas.",
  },
  nl: {
    form: "Formulier", submit: "Verzenden", submitted: "Verzonden", remove: "Verwijderen", removeOne: "{name} verwijderen",
    addTo: "Toevoegen aan {name}", previous: "Vorig veld", next: "Volgend veld", autofill: "Invullen", cancel: "Annuleren",
    done: "Gereed", clear: "{name} leegmaken", show: "{name} tonen", hide: "{name} verbergen",
    autofillOne: "{name} invullen", checking: "Wordt gecontroleerd", toolbar: "Knoppen van {name}",
    decline: "Weigeren", declined: "U hebt geweigerd. Er is niets verzonden.",
    cancelled: "U hebt geannuleerd. Er is niets verzonden.", takenBack: "De vraag is ingetrokken. Er is niets verzonden.",
    texts: "Teksten voor {name}", forget: "{name} vergeten", rows: "Rijen van {name}", wheels: "Wielen van {name}",
    canForget: "Delete vergeet de tekst waar de pijlen op staan.", line: "Regel {count}: {name}",
    mistakes: "Dit formulier bevat zelf fouten en kan pas worden verzonden als die zijn verholpen:",
    over: "Het formulier is niet meer verbonden: {name}. Laad opnieuw om verder te gaan.",
    back: "Terug", onwards: "Volgende", step: "Stap {count} van {max}", steps: "Stappen", stepDone: "klaar",
    review: "Antwoorden nakijken", check: "Kijk uw antwoorden na", change: "Wijzigen", changeOne: "{name} wijzigen",
    nothing: "Niet ingevuld", secret: "Wordt niet getoond", problem: "Er is een probleem",
    missing: "{name} is verplicht", named: "{name}: {message}",
    giveText: "Vul een antwoord in", giveChoice: "Kies een antwoord", giveDate: "Vul een datum in", giveTime: "Vul een tijd in",
    between: "Van {first} tot {last}.", from: "Vanaf {first}.", until: "Tot {last}.",
    search: "Zoeken in {name}", noRows: "Niets gevonden",
    removed: "Verwijderd: {name}", unasked: "Niet meer gevraagd: {name}",
    unread: "Niet begrepen: {name}. Voorbeelden: {first}",
    save: "Antwoorden opslaan", unsent: "Niet verzonden: {name}. Sla de antwoorden in plaats daarvan op.",
  },
  pl: {
    form: "Formularz", submit: "Wyślij", submitted: "Wysłano", remove: "Usuń", removeOne: "Usuń: {name}",
    addTo: "Dodaj do: {name}", previous: "Poprzednie pole", next: "Następne pole", autofill: "Wypełnij", cancel: "Anuluj",
    done: "Gotowe", clear: "Wyczyść: {name}", show: "Pokaż: {name}", hide: "Ukryj: {name}",
    autofillOne: "Wypełnij: {name}", checking: "Sprawdzanie", toolbar: "Narzędzia: {name}",
    decline: "Odmów", declined: "Odmówiono. Nic nie zostało wysłane.",
    cancelled: "Anulowano. Nic nie zostało wysłane.", takenBack: "Pytanie zostało wycofane. Nic nie zostało wysłane.",
    texts: "Teksty: {name}", forget: "Zapomnij: {name}", rows: "Wiersze: {name}", wheels: "Pokrętła: {name}",
    canForget: "Delete zapomina tekst wskazany strzałkami.", line: "Wiersz {count}: {name}",
    mistakes: "Ten formularz sam zawiera błędy i nie można go wysłać, dopóki nie zostaną poprawione:",
    over: "Formularz nie jest już połączony: {name}. Odśwież stronę, aby kontynuować.",
    back: "Wstecz", onwards: "Dalej", step: "Krok {count} z {max}", steps: "Kroki", stepDone: "gotowe",
    review: "Przejrzyj odpowiedzi", check: "Sprawdź swoje odpowiedzi", change: "Zmień", changeOne: "Zmień: {name}",
    nothing: "Brak odpowiedzi", secret: "Nie pokazano", problem: "Wystąpił problem",
    missing: "Pole wymagane: {name}", named: "{name}: {message}",
    giveText: "Wpisz odpowiedź", giveChoice: "Wybierz odpowiedź", giveDate: "Podaj datę", giveTime: "Podaj czas",
    between: "Od {first} do {last}.", from: "Od {first}.", until: "Do {last}.",
    search: "Szukaj: {name}", noRows: "Nic nie znaleziono",
    removed: "Usunięto: {name}", unasked: "Już niepotrzebne: {name}",
    unread: "Nie zrozumiano: {name}. Przykłady: {first}",
    save: "Zapisz odpowiedzi", unsent: "Nie wysłano: {name}. Zapisz odpowiedzi.",
  },
  ro: {
    form: "Formular", submit: "Trimite", submitted: "Trimis", remove: "Elimină", removeOne: "Elimină: {name}",
    addTo: "Adaugă la: {name}", previous: "Câmpul anterior", next: "Câmpul următor", autofill: "Completează", cancel: "Anulează",
    done: "Gata", clear: "Golește: {name}", show: "Arată: {name}", hide: "Ascunde: {name}",
    autofillOne: "Completează: {name}", checking: "Se verifică", toolbar: "Instrumente: {name}",
    decline: "Refuză", declined: "Ați refuzat. Nu s-a trimis nimic.",
    cancelled: "Ați anulat. Nu s-a trimis nimic.", takenBack: "Întrebarea a fost retrasă. Nu s-a trimis nimic.",
    texts: "Texte: {name}", forget: "Uită: {name}", rows: "Rânduri: {name}", wheels: "Rotițe: {name}",
    canForget: "Delete uită textul pe care stau săgețile.", line: "Rândul {count}: {name}",
    mistakes: "Acest formular are el însuși greșeli și nu poate fi trimis până nu sunt corectate:",
    over: "Formularul nu mai este conectat: {name}. Reîncărcați pagina pentru a continua.",
    back: "Înapoi", onwards: "Înainte", step: "Pasul {count} din {max}", steps: "Pași", stepDone: "gata",
    review: "Revedeți răspunsurile", check: "Verificați răspunsurile", change: "Modifică", changeOne: "Modifică: {name}",
    nothing: "Fără răspuns", secret: "Nu se arată", problem: "Există o problemă",
    missing: "{name}: câmp obligatoriu", named: "{name}: {message}",
    giveText: "Scrieți un răspuns", giveChoice: "Alegeți un răspuns", giveDate: "Indicați o dată", giveTime: "Indicați o oră",
    between: "De la {first} la {last}.", from: "De la {first}.", until: "Până la {last}.",
    search: "Căutare: {name}", noRows: "Niciun rezultat",
    removed: "Eliminat: {name}", unasked: "Nu mai este cerut: {name}",
    unread: "Neînțeles: {name}. Exemple: {first}",
    save: "Salvează răspunsurile", unsent: "Netrimis: {name}. Salvează în schimb răspunsurile.",
  },
  ja: {
    form: "フォーム", submit: "送信", submitted: "送信しました", remove: "削除", removeOne: "{name}を削除",
    addTo: "{name}に追加", previous: "前の項目", next: "次の項目", autofill: "自動入力", cancel: "キャンセル",
    done: "完了", clear: "{name}を消去", show: "{name}を表示", hide: "{name}を隠す",
    autofillOne: "{name}を自動入力", checking: "確認中", toolbar: "{name}のツールバー",
    decline: "辞退", declined: "辞退しました。何も送信されていません。",
    cancelled: "キャンセルしました。何も送信されていません。", takenBack: "質問は取り下げられました。何も送信されていません。",
    texts: "{name}の候補", forget: "{name}を忘れる", rows: "{name}の選択肢", wheels: "{name}のホイール",
    canForget: "Deleteキーで、矢印で選んだ候補を忘れます。", line: "{count}行目：{name}",
    mistakes: "このフォーム自体に誤りがあり、直されるまで送信できません：",
    over: "フォームの接続が切れました：{name}。続けるには再読み込みしてください。",
    back: "戻る", onwards: "次へ", step: "ステップ {count}/{max}", steps: "ステップ", stepDone: "完了",
    review: "回答を確認", check: "回答をご確認ください", change: "変更", changeOne: "{name}を変更",
    nothing: "未回答", secret: "表示されません", problem: "問題があります",
    missing: "{name}は必須です", named: "{name}：{message}",
    giveText: "入力してください", giveChoice: "選択してください", giveDate: "日付を入力してください", giveTime: "時刻を入力してください",
    between: "{first}から{last}まで。", from: "{first}から。", until: "{last}まで。",
    search: "{name}を検索", noRows: "見つかりません",
    removed: "削除しました：{name}", unasked: "入力不要になりました：{name}",
    unread: "読み取れません：{name}。例：{first}",
    save: "回答を保存", unsent: "送信できませんでした: {name}。代わりに回答を保存してください。",
  },
  zh: {
    form: "表单", submit: "提交", submitted: "已提交", remove: "移除", removeOne: "移除{name}",
    addTo: "添加到{name}", previous: "上一项", next: "下一项", autofill: "自动填写", cancel: "取消",
    done: "完成", clear: "清空{name}", show: "显示{name}", hide: "隐藏{name}",
    autofillOne: "自动填写{name}", checking: "正在检查", toolbar: "{name}的工具栏",
    decline: "拒绝", declined: "您已拒绝。未发送任何内容。",
    cancelled: "您已取消。未发送任何内容。", takenBack: "问题已被撤回。未发送任何内容。",
    texts: "{name}的候选文本", forget: "忘记{name}", rows: "{name}的选项", wheels: "{name}的滚轮",
    canForget: "按 Delete 键忘记箭头所在的文本。", line: "第 {count} 行：{name}",
    mistakes: "此表单本身有错误，改正之前无法提交：",
    over: "表单已断开连接：{name}。请重新加载以继续。",
    back: "返回", onwards: "下一步", step: "第 {count} 步，共 {max} 步", steps: "步骤", stepDone: "已完成",
    review: "检查回答", check: "请检查您的回答", change: "更改", changeOne: "更改{name}",
    nothing: "未回答", secret: "不显示", problem: "存在问题",
    missing: "{name}为必填项", named: "{name}：{message}",
    giveText: "请填写", giveChoice: "请选择", giveDate: "请填写日期", giveTime: "请填写时间",
    between: "从 {first} 到 {last}。", from: "从 {first} 起。", until: "到 {last} 为止。",
    search: "搜索{name}", noRows: "未找到",
    removed: "已移除：{name}", unasked: "不再需要填写：{name}",
    unread: "无法识别：{name}。示例：{first}",
    save: "保存答案", unsent: "未能提交：{name}。请改为保存答案。",
  },
  ar: {
    form: "استمارة", submit: "إرسال", submitted: "تم الإرسال", remove: "إزالة", removeOne: "إزالة {name}",
    addTo: "إضافة إلى {name}", previous: "الحقل السابق", next: "الحقل التالي", autofill: "تعبئة", cancel: "إلغاء",
    done: "تم", clear: "مسح {name}", show: "إظهار {name}", hide: "إخفاء {name}",
    autofillOne: "تعبئة {name}", checking: "جارٍ التحقق", toolbar: "أدوات {name}",
    decline: "رفض", declined: "لقد رفضت. لم يُرسل شيء.",
    cancelled: "لقد ألغيت. لم يُرسل شيء.", takenBack: "سُحب السؤال. لم يُرسل شيء.",
    texts: "نصوص {name}", forget: "نسيان {name}", rows: "خيارات {name}", wheels: "عجلات {name}",
    canForget: "مفتاح Delete ينسى النص الذي تقف عليه الأسهم.", line: "السطر {count}: {name}",
    mistakes: "في هذه الاستمارة نفسها أخطاء، ولا يمكن إرسالها حتى تُصلح:",
    over: "لم تعد الاستمارة متصلة: {name}. أعد التحميل للمتابعة.",
    back: "رجوع", onwards: "التالي", step: "الخطوة {count} من {max}", steps: "الخطوات", stepDone: "تمت",
    review: "مراجعة الإجابات", check: "تحقق من إجاباتك", change: "تغيير", changeOne: "تغيير {name}",
    nothing: "دون إجابة", secret: "لا يُعرض", problem: "هناك مشكلة",
    missing: "حقل مطلوب: {name}", named: "{name}: {message}",
    giveText: "أدخل إجابة", giveChoice: "اختر إجابة", giveDate: "أدخل تاريخًا", giveTime: "أدخل وقتًا",
    between: "من {first} إلى {last}.", from: "من {first}.", until: "حتى {last}.",
    search: "بحث في {name}", noRows: "لا نتائج",
    removed: "أُزيل: {name}", unasked: "لم يعد مطلوبًا: {name}",
    unread: "لم يُفهم: {name}. أمثلة: {first}",
    save: "حفظ الإجابات", unsent: "لم يتم الإرسال: {name}. احفظ الإجابات بدلاً من ذلك.",
  },
  he: {
    form: "טופס", submit: "שליחה", submitted: "נשלח", remove: "הסרה", removeOne: "הסרת {name}",
    addTo: "הוספה אל {name}", previous: "השדה הקודם", next: "השדה הבא", autofill: "מילוי", cancel: "ביטול",
    done: "סיום", clear: "ניקוי {name}", show: "הצגת {name}", hide: "הסתרת {name}",
    autofillOne: "מילוי {name}", checking: "בבדיקה", toolbar: "הכלים של {name}",
    decline: "סירוב", declined: "סירבת. דבר לא נשלח.",
    cancelled: "ביטלת. דבר לא נשלח.", takenBack: "השאלה נמשכה בחזרה. דבר לא נשלח.",
    texts: "טקסטים עבור {name}", forget: "לשכוח את {name}", rows: "השורות של {name}", wheels: "הגלגלים של {name}",
    canForget: "Delete שוכח את הטקסט שהחצים עומדים עליו.", line: "שורה {count}: {name}",
    mistakes: "בטופס עצמו יש שגיאות, ואי אפשר לשלוח אותו עד שיתוקנו:",
    over: "הטופס כבר אינו מחובר: {name}. יש לטעון מחדש כדי להמשיך.",
    back: "חזרה", onwards: "הבא", step: "שלב {count} מתוך {max}", steps: "שלבים", stepDone: "הושלם",
    review: "סקירת התשובות", check: "בדיקת התשובות", change: "שינוי", changeOne: "שינוי {name}",
    nothing: "לא נענה", secret: "לא מוצג", problem: "יש בעיה",
    missing: "{name}: שדה חובה", named: "{name}: {message}",
    giveText: "יש להזין תשובה", giveChoice: "יש לבחור תשובה", giveDate: "יש להזין תאריך", giveTime: "יש להזין שעה",
    between: "מ־{first} עד {last}.", from: "מ־{first}.", until: "עד {last}.",
    search: "חיפוש: {name}", noRows: "לא נמצא דבר",
    removed: "הוסר: {name}", unasked: "כבר לא נשאל: {name}",
    unread: "לא הובן: {name}. דוגמאות: {first}",
    save: "שמירת התשובות", unsent: "לא נשלח: {name}. שמרו את התשובות במקום זאת.",
  },
};
const RIGHT_TO_LEFT = ["ar", "he"];

/** How much of a text had no room: with its unit in English, as a number in the other languages. */
const LEFT_OUT = {
  de: "Zu lang: {count} weggelassen, der Rest wurde behalten",
  fr: "Trop long : {count} omis, le reste a été gardé",
  es: "Demasiado largo: {count} omitidos, el resto se conservó",
  it: "Troppo lungo: {count} tralasciati, il resto è stato tenuto",
  pt: "Demasiado longo: {count} omitidos, o resto ficou",
  nl: "Te lang: {count} weggelaten, de rest is behouden",
  pl: "Za długie: pominięto {count}, reszta została",
  ro: "Prea lung: {count} omise, restul s-a păstrat",
  ja: "長すぎます：{count}を省き、残りを入力しました",
  zh: "过长：省去 {count}，其余已保留",
  ar: "أطول مما يجب: حُذف {count} وبقي الباقي",
  he: "ארוך מדי: {count} הושמטו, והשאר נשמר",
};

/** The words of a language; English, where the daemon speaks no other. */
export class Words {
  /** The language, and its direction. */
  lang;
  dir;
  #table;

  /**
   * The reader's language with its region, in which dates are written. It is the browser's first where the page
   * can't speak that, since who reads English then writes dates as at home.
   */
  get locale() {
    const isSpoken = Object.hasOwn(TABLES, navigator.language.split("-")[0]);
    if (!isSpoken) return navigator.language;
    return navigator.languages.find((it) => it.split("-")[0] === this.lang) ?? this.lang;
  }

  constructor(lang = "en") {
    this.lang = Object.hasOwn(TABLES, lang) ? lang : "en";
    this.dir = RIGHT_TO_LEFT.includes(this.lang) ? "rtl" : "ltr";
    this.#table = TABLES[this.lang];
  }

  /** Words, with what stands in them. */
  say(words, values = {}) {
    return this.#filled(this.#table[words], values);
  }

  /** What is wrong with a field, which is named once; of one without an answer what to do, by its kind. */
  wrong({ kind, mode, name }, message) {
    const plain = (it) => it.replace(/[\u2066-\u2069]/g, "");
    const isMissing = plain(message) === plain(this.say("missing", { name }));
    if (!isMissing && plain(message).includes(name)) return message;
    const isTime = mode === "time" || mode === "countDownTimer";
    const asked = { date: isTime ? "giveTime" : "giveDate", picker: "giveChoice" }[kind] ?? "giveText";
    const words = isMissing ? this.say(asked) : message;
    // A question asks for no other sign behind it.
    return /[?!.:？！。：؟]$/u.test(name) ? `${this.#isolated(name)} ${words}` : this.say("named", { name, message: words });
  }

  /** That so much of a text was left out; null in English, which has words for each unit. */
  leftOut(count) {
    const words = LEFT_OUT[this.lang];
    return words === undefined ? null : this.#filled(words, { count });
  }

  #filled(text, values) {
    return text.replace(/\{(\w+)\}/g, (_, name) => this.#isolated(values[name]));
  }

  /** What may be of another direction stands by itself. */
  #isolated(text) {
    return this.dir === "rtl" ? `\u2068${text}\u2069` : text;
  }
}
