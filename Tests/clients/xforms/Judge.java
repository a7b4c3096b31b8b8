// Says of JSON records whether JavaRosa, the engine of ODK Collect, would take them for a form.
//
//   java -cp ODK_Validate.jar Judge.java [FORM.xml]
//
// Every line of standard input is JSON. A string switches the form: it is the XForm itself when it begins
// with "<", else the path of its file; the answer is {"form": true} or {"error": "..."}. An object is a
// record; the answer is {"valid": bool, "problems": [{"path": "/group/0/name", "problem": "..."}]}.
// Groups are objects in the record and repeats arrays of objects; null, "" and [] count as no value.
//
// Problems: required, constraint, type, choice, irrelevant, unknown, and these three:
//   count  a repeat has another number of entries than its repeat_count;
//   range  a value lies off the scale of a range question (Collect has no way to give it, JavaRosa takes it);
//   error  JavaRosa failed while it judged; the message tells why.

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.javarosa.core.model.Constants;
import org.javarosa.core.model.FormDef;
import org.javarosa.core.model.FormIndex;
import org.javarosa.core.model.GroupDef;
import org.javarosa.core.model.IFormElement;
import org.javarosa.core.model.QuestionDef;
import org.javarosa.core.model.RangeQuestion;
import org.javarosa.core.model.SelectChoice;
import org.javarosa.core.model.data.AnswerDataFactory;
import org.javarosa.core.model.data.IAnswerData;
import org.javarosa.core.model.data.IntegerData;
import org.javarosa.core.model.data.MultipleItemsData;
import org.javarosa.core.model.data.DecimalData;
import org.javarosa.core.model.data.SelectOneData;
import org.javarosa.core.model.data.StringData;
import org.javarosa.core.model.data.UncastData;
import org.javarosa.core.model.data.helper.AnswerDataUtil;
import org.javarosa.core.model.data.helper.Selection;
import org.javarosa.core.model.instance.FormInstance;
import org.javarosa.core.model.instance.InstanceInitializationFactory;
import org.javarosa.core.model.instance.TreeElement;
import org.javarosa.core.model.instance.TreeReference;
import org.javarosa.core.services.PropertyManager;
import org.javarosa.form.api.FormEntryController;
import org.javarosa.form.api.FormEntryModel;
import org.javarosa.form.api.FormEntryPrompt;
import org.javarosa.model.xform.XFormsModule;
import org.javarosa.xform.parse.XFormParser;
import org.javarosa.xform.util.XFormUtils;
import org.opendatakit.validate.StubPropertyManager;
import org.opendatakit.validate.StubSetGeopointActionHandler;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

public class Judge {
    static final ObjectMapper JSON = new ObjectMapper()
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .setNodeFactory(JsonNodeFactory.withExactBigDecimals(true));

    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        new XFormsModule().registerModule();
        PropertyManager.setPropertyManager(new StubPropertyManager());
        XFormParser.registerActionHandler(
            StubSetGeopointActionHandler.ELEMENT_NAME, new StubSetGeopointActionHandler());
        Form form = arguments.length > 0 ? new Form(Files.readString(Path.of(arguments[0]))) : null;
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.isBlank()) {
                continue;
            }
            JsonNode node = JSON.readTree(line);
            ObjectNode answer = JSON.createObjectNode();
            if (node.isTextual()) {
                form = null;
                try {
                    String text = node.asText();
                    form = new Form(text.startsWith("<") ? text : Files.readString(Path.of(text)));
                    answer.put("form", true);
                } catch (Exception | StackOverflowError failure) {
                    answer.put("error", message(failure));
                }
            } else if (form == null) {
                answer.put("error", "no form was given");
            } else if (!node.isObject()) {
                answer.put("error", "a record must be an object");
            } else {
                answer = new Verdict(form, (ObjectNode) node).give();
            }
            out.println(JSON.writeValueAsString(answer));
            out.flush();
        }
    }

    static String message(Throwable failure) {
        String text = failure.getMessage();
        return failure.getClass().getSimpleName() + (text == null ? "" : ": " + text.strip());
    }

    static boolean absent(JsonNode value) {
        return value == null || value.isNull() || value.isMissingNode()
            || value.isTextual() && value.asText().isEmpty()
            || value.isArray() && value.isEmpty();
    }

    /** The names on the way from below the root to a node, "/group/name", without the repeats' numbers. */
    static String names(TreeReference reference) {
        StringBuilder path = new StringBuilder();
        for (int i = 1; i < reference.size(); i++) {
            path.append('/').append(reference.getName(i));
        }
        return path.toString();
    }

    /** A form: what there is in it is read once; each record gets a freshly parsed FormDef. */
    static class Form {
        final byte[] text;
        final Set<String> questions = new HashSet<>();
        final Set<String> repeats = new HashSet<>();
        final Set<String> groups = new HashSet<>();
        final Set<String> others = new HashSet<>();
        final Set<String> calculated = new HashSet<>();

        Form(String source) throws Exception {
            text = source.getBytes(StandardCharsets.UTF_8);
            FormDef form = fresh();
            for (IFormElement child : form.getChildren()) {
                gather(child);
            }
            gather(form.getMainInstance().getRoot(), "");
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setNamespaceAware(true);
            NodeList binds = factory.newDocumentBuilder().parse(new ByteArrayInputStream(text))
                .getElementsByTagNameNS("*", "bind");
            for (int i = 0; i < binds.getLength(); i++) {
                Element bind = (Element) binds.item(i);
                String path = bind.getAttribute("nodeset");
                if (bind.hasAttribute("calculate") && path.indexOf('/', 1) > 0) {
                    calculated.add(path.substring(path.indexOf('/', 1)));
                }
            }
        }

        FormDef fresh() throws Exception {
            FormDef form = XFormUtils.getFormFromInputStream(new ByteArrayInputStream(text));
            form.initialize(true, new InstanceInitializationFactory());
            return form;
        }

        private void gather(IFormElement element) {
            String path = element.getBind() == null
                ? null : names(FormInstance.unpackReference(element.getBind()).genericize());
            if (element instanceof QuestionDef) {
                questions.add(path);
            } else if (element instanceof GroupDef && ((GroupDef) element).getRepeat()) {
                repeats.add(path);
            }
            if (element.getChildren() != null) {
                for (IFormElement child : element.getChildren()) {
                    gather(child);
                }
            }
        }

        private void gather(TreeElement parent, String above) {
            for (int i = 0; i < parent.getNumChildren(); i++) {
                TreeElement child = parent.getChildAt(i);
                String path = above + "/" + child.getName();
                if (child.getNumChildren() > 0 && !repeats.contains(path)) {
                    groups.add(path);
                } else if (!questions.contains(path) && !repeats.contains(path)) {
                    others.add(path);
                }
                gather(child, path);
            }
        }
    }

    /** The judgement of one record. */
    static class Verdict {
        final Form form;
        final ObjectNode record;
        final FormDef definition;
        final Map<String, JsonNode> given = new LinkedHashMap<>();
        final Map<String, Integer> entries = new LinkedHashMap<>();
        final Set<String> seen = new HashSet<>();
        final Set<String> wrong = new HashSet<>();
        final Set<String> reported = new LinkedHashSet<>();
        final ArrayNode problems = JSON.createArrayNode();

        Verdict(Form form, ObjectNode record) throws Exception {
            this.form = form;
            this.record = record;
            this.definition = form.fresh();
        }

        void report(String path, String problem, String message) {
            if (reported.add(path + " " + problem)) {
                ObjectNode node = problems.addObject().put("path", path).put("problem", problem);
                if (message != null) {
                    node.put("message", message);
                }
            }
        }

        ObjectNode give() {
            members(record, "", "");
            try {
                fill();
                judge();
                for (String path : given.keySet()) {
                    if (!seen.contains(path)) {
                        report(path, "irrelevant", null);
                    }
                }
                for (Map.Entry<String, Integer> entry : entries.entrySet()) {
                    String path = entry.getKey();
                    boolean told = reported.contains(path + " count")
                        || reported.stream().anyMatch(line -> line.startsWith(path + "/"));
                    if (entry.getValue() > 0 && !seen.contains(path + "/0") && !told) {
                        report(path, "irrelevant", null);
                    }
                }
            } catch (Exception | StackOverflowError failure) {
                report("", "error", message(failure));
            }
            ObjectNode answer = JSON.createObjectNode().put("valid", problems.isEmpty());
            answer.set("problems", problems);
            return answer;
        }

        /** Sorts an object's members: questions' values, repeats' entries, and what is of no question. */
        private void members(ObjectNode object, String generic, String above) {
            for (Iterator<Map.Entry<String, JsonNode>> fields = object.fields(); fields.hasNext(); ) {
                Map.Entry<String, JsonNode> field = fields.next();
                String kind = generic + "/" + field.getKey();
                String path = above + "/" + field.getKey();
                JsonNode value = field.getValue();
                if (form.repeats.contains(kind)) {
                    if (value.isArray()) {
                        entries.put(path, value.size());
                        for (int i = 0; i < value.size(); i++) {
                            if (value.get(i).isObject()) {
                                members((ObjectNode) value.get(i), kind, path + "/" + i);
                            } else {
                                report(path + "/" + i, "type", null);
                            }
                        }
                    } else if (!absent(value)) {
                        report(path, "type", null);
                    }
                } else if (form.questions.contains(kind)) {
                    if (!absent(value)) {
                        given.put(path, value);
                    }
                } else if (form.groups.contains(kind)) {
                    if (value.isObject()) {
                        members((ObjectNode) value, kind, path);
                    } else if (!absent(value)) {
                        report(path, "type", null);
                    }
                } else if (!form.others.contains(kind)) {
                    report(path, "unknown", null);
                }
            }
        }

        /** The path of a node as the record has it: "/lines/0/name". */
        private String path(TreeReference reference) {
            StringBuilder generic = new StringBuilder();
            StringBuilder path = new StringBuilder();
            for (int i = 1; i < reference.size(); i++) {
                generic.append('/').append(reference.getName(i));
                path.append('/').append(reference.getName(i));
                if (form.repeats.contains(generic.toString())) {
                    path.append('/').append(reference.getMultiplicity(i));
                }
            }
            return path.toString();
        }

        /** Makes the repeats' entries and puts all values, relevant or not. */
        private void fill() throws Exception {
            FormEntryModel model = new FormEntryModel(definition);
            FormIndex index = model.incrementIndex(FormIndex.createBeginningOfFormIndex());
            while (!index.isEndOfFormIndex()) {
                int event = model.getEvent(index);
                String path = path(index.getReference());
                if (event == FormEntryController.EVENT_QUESTION) {
                    put(model, index, path);
                } else if (event != FormEntryController.EVENT_GROUP) {
                    int cut = path.lastIndexOf('/');
                    boolean wanted = Integer.parseInt(path.substring(cut + 1))
                        < entries.getOrDefault(path.substring(0, cut), 0);
                    if (event == FormEntryController.EVENT_PROMPT_NEW_REPEAT && wanted) {
                        definition.createNewRepeat(index);
                    } else if (event == FormEntryController.EVENT_REPEAT && !wanted) {
                        definition.deleteRepeat(index);
                    }
                }
                index = model.incrementIndex(index);
            }
        }

        private void put(FormEntryModel model, FormIndex index, String path) {
            TreeReference reference = index.getReference();
            TreeElement node = definition.getMainInstance().resolveReference(reference);
            QuestionDef question = model.getQuestionPrompt(index).getQuestion();
            JsonNode value = given.get(path);
            boolean calculated = form.calculated.contains(names(reference));
            if (value == null) {
                // The record is what is there in the end: a default that it lacks was taken away.
                if (node.getValue() != null && node.isEnabled() && !calculated) {
                    definition.setValue(null, reference, node, true);
                }
                return;
            }
            IAnswerData data;
            try {
                data = data(value, question, node.getDataType());
            } catch (RuntimeException failure) {
                wrong.add(path);
                report(path, "type", null);
                return;
            }
            if (question instanceof RangeQuestion && offScale((RangeQuestion) question, value)) {
                report(path, "range", null);
            }
            if (!calculated) {
                definition.setValue(data, reference, node, true);
            }
        }

        private static boolean offScale(RangeQuestion range, JsonNode value) {
            BigDecimal start = range.getRangeStart();
            BigDecimal end = range.getRangeEnd();
            BigDecimal number = value.decimalValue();
            return number.compareTo(start.min(end)) < 0 || number.compareTo(start.max(end)) > 0
                || number.subtract(start).remainder(range.getRangeStep()).signum() != 0;
        }

        /** The answer that a value makes; throws when it cannot be one of the question's type. */
        private static IAnswerData data(JsonNode value, QuestionDef question, int type) {
            switch (question.getControlType()) {
                case Constants.CONTROL_SELECT_ONE:
                    return new SelectOneData(new Selection(text(value)));
                case Constants.CONTROL_SELECT_MULTI:
                case Constants.CONTROL_RANK:
                    if (!value.isArray()) {
                        throw new IllegalArgumentException();
                    }
                    List<Selection> selections = new ArrayList<>();
                    for (JsonNode item : value) {
                        selections.add(new Selection(text(item)));
                    }
                    return new MultipleItemsData(selections);
                case Constants.CONTROL_TRIGGER:
                    if (!text(value).equals("OK")) {
                        throw new IllegalArgumentException();
                    }
                    return new StringData("OK");
                default:
            }
            switch (type) {
                case Constants.DATATYPE_INTEGER:
                    return new IntegerData(number(value).intValueExact());
                case Constants.DATATYPE_DECIMAL:
                    double decimal = number(value).doubleValue();
                    if (Double.isInfinite(decimal)) {
                        throw new IllegalArgumentException();
                    }
                    return new DecimalData(decimal);
                case Constants.DATATYPE_TEXT:
                    return new StringData(text(value));
                default:
                    // Dates, times, points: JavaRosa reads them from the text of a saved form.
                    return AnswerDataFactory.templateByDataType(type).cast(new UncastData(text(value)));
            }
        }

        private static String text(JsonNode value) {
            if (!value.isTextual()) {
                throw new IllegalArgumentException();
            }
            return value.asText();
        }

        private static BigDecimal number(JsonNode value) {
            if (!value.isNumber()) {
                throw new IllegalArgumentException();
            }
            return value.decimalValue();
        }

        /** Walks what is relevant as Collect does before it sends a form. */
        private void judge() {
            FormEntryModel model = new FormEntryModel(definition);
            FormEntryController controller = new FormEntryController(model);
            controller.jumpToIndex(FormIndex.createBeginningOfFormIndex());
            int event = controller.stepToNextEvent();
            while (event != FormEntryController.EVENT_END_OF_FORM) {
                FormIndex index = model.getFormIndex();
                String path = path(index.getReference());
                if (event == FormEntryController.EVENT_QUESTION) {
                    seen.add(path);
                    answer(model, controller, index, path);
                } else if (event == FormEntryController.EVENT_REPEAT) {
                    seen.add(path);
                    if (path.endsWith("/0")) {
                        count(index, path.substring(0, path.length() - 2));
                    }
                } else if (event == FormEntryController.EVENT_PROMPT_NEW_REPEAT && path.endsWith("/0")) {
                    count(index, path.substring(0, path.length() - 2));
                }
                event = controller.stepToNextEvent();
            }
        }

        private void count(FormIndex index, String path) {
            GroupDef repeat = (GroupDef) definition.getChild(index);
            if (repeat.getCountReference() != null) {
                TreeReference reference = FormInstance.unpackReference(repeat.getCountReference())
                    .contextualize(index.getReference());
                IAnswerData count = definition.getMainInstance().resolveReference(reference).getValue();
                if (Math.max(0, AnswerDataUtil.answerDataToInt(count)) != entries.getOrDefault(path, 0)) {
                    report(path, "count", null);
                }
            }
        }

        private void answer(
                FormEntryModel model, FormEntryController controller, FormIndex index, String path) {
            FormEntryPrompt prompt = model.getQuestionPrompt(index);
            int control = prompt.getQuestion().getControlType();
            if (control == Constants.CONTROL_SELECT_ONE || control == Constants.CONTROL_SELECT_MULTI
                || control == Constants.CONTROL_RANK) {
                Set<String> names = new HashSet<>();
                // JavaRosa takes the answers that are no choices away here.
                for (SelectChoice choice : prompt.getSelectChoices()) {
                    names.add(choice.getValue());
                }
                JsonNode value = wrong.contains(path) ? null : given.get(path);
                if (value != null && value.isTextual() && !names.contains(value.asText())) {
                    report(path, "choice", null);
                } else if (value != null && value.isArray()) {
                    for (JsonNode item : value) {
                        if (!names.contains(item.asText())) {
                            report(path, "choice", null);
                        }
                    }
                }
            }
            int status;
            try {
                status = controller.answerQuestion(index, prompt.getAnswerValue(), false);
            } catch (RuntimeException failure) {
                report(path, "error", message(failure));
                return;
            }
            if (status == FormEntryController.ANSWER_REQUIRED_BUT_EMPTY) {
                if (!given.containsKey(path)) {
                    report(path, "required", null);
                }
            } else if (status == FormEntryController.ANSWER_CONSTRAINT_VIOLATED) {
                report(path, "constraint", null);
            }
        }
    }
}
