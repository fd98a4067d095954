/* The thin compiled layer between Python and a game's library; it knows no game.

   An entry point takes one array of 64-bit slots: numbers as they are, an array as its address and its shape. It leaves
   its result in the first slot and returns 0. `Function` fills the slots from Python's arguments and checks their
   kinds (core/kinds.py); `Position` owns a record, its dice and the list of allowed actions, and plays with one call a
   decision. */
#include "stable.h"
#include <string.h>

typedef long long Slot;
typedef int (*Entry)(Slot *);
enum { MOST_SLOTS = 96, MOST_ARGUMENTS = 32 };

static PyTypeObject *layout_type;

static PyObject *failed(void) { return PyErr_Format(PyExc_RuntimeError, "a rule failed"); }

static void plain_free(PyObject *self) {
  PyTypeObject *type = self->ob_type;
  ((void (*)(void *))PyType_GetSlot(type, Py_tp_free))(self);
  Py_DecRef((PyObject *)type);
}

/* ---- Function(address, kinds, result, size): kinds are pairs of characters, size is that of a record */
typedef struct {
  PyObject base;
  Entry entry;
  int count;
  char result, kinds[2 * MOST_ARGUMENTS];
  Py_ssize_t size;
} Function;

static PyObject *function_new(PyTypeObject *type, PyObject *args, PyObject *named) {
  unsigned long long address;
  const char *kinds, *result;
  Py_ssize_t size;
  if (!PyArg_ParseTuple(args, "Kssn", &address, &kinds, &result, &size)) return NULL;
  int slots = 0;
  for (const char *kind = kinds; *kind; kind += 2) slots += *kind == 't' ? kind[1] - '0' : 1 + kind[1] - '0';
  if (strlen(kinds) > 2 * MOST_ARGUMENTS || slots > MOST_SLOTS)
    return PyErr_Format(PyExc_ValueError, "an entry point takes %d arguments at most", MOST_ARGUMENTS);
  Function *made = (Function *)PyType_GenericAlloc(type, 0);
  if (!made) return NULL;
  made->entry = (Entry)(uintptr_t)address, made->result = result[0], made->size = size;
  made->count = (int)strlen(kinds) / 2;
  memcpy(made->kinds, kinds, strlen(kinds));
  return (PyObject *)made;
}

static Py_ssize_t width(Function *self, char kind) {
  switch (kind) {
    case 's': return 2;
    case 'n': case 'f': return 4;
    case 'b': return 1;
    case 'r': return self->size;
    default: return 8;
  }
}

/* A number into its slot; 0 if that failed. */
static int number(PyObject *given, char kind, Slot *slot) {
  if (kind == 'd') {
    double value = PyFloat_AsDouble(given);
    memcpy(slot, &value, sizeof value);
    return !(value == -1.0 && PyErr_Occurred());
  }
  if (kind == 'b') return (*slot = PyObject_IsTrue(given)) >= 0;
  if (kind == 'i') return !((*slot = PyLong_AsLongLong(given)) == -1 && PyErr_Occurred());
  PyObject *whole = PyNumber_Index(given);
  if (!whole) return 0;
  *slot = (Slot)PyLong_AsUnsignedLongLongMask(whole);
  Py_DecRef(whole);
  return !(*slot == -1 && PyErr_Occurred());
}

static int several(PyObject *given, int count, Slot *slots) {
  for (int k = 0; k < count; k++) {
    PyObject *one = PySequence_GetItem(given, k);
    int good = one && number(one, 'i', &slots[k]);
    if (one) Py_DecRef(one);
    if (!good) return 0;
  }
  return 1;
}

/* An array into its slots; 0 if it is of another kind. */
static int array(Function *self, int i, PyObject *given, Py_buffer *view, Slot *slots) {
  char kind = self->kinds[2 * i];
  int dimensions = self->kinds[2 * i + 1] - '0';
  if (PyObject_GetBuffer(given, view, PyBUF_ND)) return 0;
  if (view->itemsize != width(self, kind) || view->ndim != dimensions) {
    PyErr_Format(PyExc_TypeError, "argument %d is an array of %zd bytes in %d dimensions, not of %zd in %d", i + 1,
                 view->itemsize, view->ndim, width(self, kind), dimensions);
    PyBuffer_Release(view);
    return 0;
  }
  slots[0] = (Slot)(uintptr_t)view->buf;
  for (int k = 0; k < dimensions; k++) slots[1 + k] = view->shape[k];
  return 1;
}

static PyObject *function_call(Function *self, PyObject *args, PyObject *named) {
  Slot slots[MOST_SLOTS] = {0};
  Py_buffer held[MOST_ARGUMENTS];
  int n = 0, holds = 0, good = 1, status = 0;
  if (PyTuple_Size(args) != self->count || named)
    return PyErr_Format(PyExc_TypeError, "this entry point takes %d arguments, not %zd", self->count, PyTuple_Size(args));
  for (int i = 0; i < self->count && good; i++) {
    PyObject *given = PyTuple_GetItem(args, i);
    char kind = self->kinds[2 * i];
    int more = self->kinds[2 * i + 1] - '0';
    if (kind == 't') good = several(given, more, &slots[n]), n += more;
    else if (!more) good = number(given, kind, &slots[n++]);
    else if ((good = array(self, i, given, &held[holds], &slots[n]))) holds++, n += 1 + more;
  }
  if (good) {
    void *thread = PyEval_SaveThread();
    status = self->entry(slots);
    PyEval_RestoreThread(thread);
  }
  while (holds) PyBuffer_Release(&held[--holds]);
  if (!good) return NULL;
  if (status) return failed();
  double real;
  switch (self->result) {
    case 'd': memcpy(&real, slots, sizeof real); return PyFloat_FromDouble(real);
    case 'b': return PyBool_FromLong(slots[0] != 0);
    case 'v': Py_IncRef(&_Py_NoneStruct); return &_Py_NoneStruct;
    case 'w': return PyLong_FromUnsignedLongLong((unsigned long long)slots[0]);
    default: return PyLong_FromLongLong(slots[0]);
  }
}

/* ---- Layout(start, step, size, most, seat, bytes): what a position must know of its game; the seat at turn is a number
   of so many bytes at that place of the record */
typedef struct { PyObject base; Entry start, step; Py_ssize_t size, most, seat, bytes; } Layout;

static PyObject *layout_new(PyTypeObject *type, PyObject *args, PyObject *named) {
  unsigned long long start, step;
  Py_ssize_t size, most, seat, bytes;
  if (!PyArg_ParseTuple(args, "KKnnnn", &start, &step, &size, &most, &seat, &bytes)) return NULL;
  Layout *made = (Layout *)PyType_GenericAlloc(type, 0);
  if (!made) return NULL;
  made->start = (Entry)(uintptr_t)start, made->step = (Entry)(uintptr_t)step;
  made->size = size, made->most = most, made->seat = seat, made->bytes = bytes;
  return (PyObject *)made;
}

/* ---- Position(layout, dice[, seats, options]): record and actions in one block, the dice in another; dealt if it is
   told for whom */
typedef struct {
  PyObject base;
  Layout *layout;
  PyObject *memory, *throws;
  char *record;
  short *actions;
  Slot *dice;
  Py_ssize_t words, count;
} Position;

static Py_ssize_t even(Py_ssize_t bytes) { return (bytes + 15) & ~(Py_ssize_t)15; }

static Position *placed(PyTypeObject *type, Layout *layout, const char *memory, const char *dice, Py_ssize_t length) {
  Position *made = (Position *)PyType_GenericAlloc(type, 0);
  if (!made) return NULL;
  made->layout = layout;
  Py_IncRef((PyObject *)layout);
  made->memory = PyByteArray_FromStringAndSize(memory, even(layout->size) + 2 * layout->most);
  made->throws = PyByteArray_FromStringAndSize(dice, length);
  if (!made->memory || !made->throws) return Py_DecRef((PyObject *)made), NULL;
  made->record = PyByteArray_AsString(made->memory), made->actions = (short *)(made->record + even(layout->size));
  made->dice = (Slot *)PyByteArray_AsString(made->throws), made->words = length / 8;
  return made;
}

static int deal(Position *self, PyObject *seats, PyObject *options) {
  Slot slots[10] = {(Slot)(uintptr_t)self->record, 1, 0, 0, 0, 0, (Slot)(uintptr_t)self->dice, self->words,
                    (Slot)(uintptr_t)self->actions, self->layout->most};
  Py_buffer codes;
  if (!number(seats, 'i', &slots[3]) || PyObject_GetBuffer(options, &codes, PyBUF_SIMPLE)) return 0;
  slots[4] = (Slot)(uintptr_t)codes.buf, slots[5] = codes.len / 2;
  int status = self->layout->start(slots);
  PyBuffer_Release(&codes);
  if (status) return failed(), 0;
  self->count = (Py_ssize_t)slots[0];
  return 1;
}

static PyObject *position_new(PyTypeObject *type, PyObject *args, PyObject *named) {
  Py_ssize_t given = PyTuple_Size(args);
  if (given != 2 && given != 4)
    return PyErr_Format(PyExc_TypeError, "a position is made of a layout and dice, or also of seats and options");
  PyObject *layout = PyTuple_GetItem(args, 0);
  if (PyObject_IsInstance(layout, (PyObject *)layout_type) != 1) return PyErr_Format(PyExc_TypeError, "not a layout");
  Py_buffer dice;
  if (PyObject_GetBuffer(PyTuple_GetItem(args, 1), &dice, PyBUF_SIMPLE)) return NULL;
  Position *made = placed(type, (Layout *)layout, NULL, dice.buf, dice.len);
  PyBuffer_Release(&dice);
  if (!made) return NULL;
  memset(made->record, 0, PyByteArray_Size(made->memory));
  if (given == 4 && !deal(made, PyTuple_GetItem(args, 2), PyTuple_GetItem(args, 3)))
    return Py_DecRef((PyObject *)made), NULL;
  return (PyObject *)made;
}

static void position_free(Position *self) {
  if (self->layout) Py_DecRef((PyObject *)self->layout);
  if (self->memory) Py_DecRef(self->memory);
  if (self->throws) Py_DecRef(self->throws);
  plain_free((PyObject *)self);
}

/* Play an action that is listed, and list the next ones. */
static PyObject *played(Position *self, Slot wanted) {
  Slot slots[8] = {(Slot)(uintptr_t)self->record, 1, 0, wanted, (Slot)(uintptr_t)self->dice, self->words,
                   (Slot)(uintptr_t)self->actions, self->layout->most};
  if (self->layout->step(slots)) return failed();
  self->count = (Py_ssize_t)slots[0];
  return PyLong_FromLongLong(self->count);
}

static PyObject *position_play(Position *self, PyObject *action) {
  Slot wanted, i = 0;
  if (!number(action, 'i', &wanted)) return NULL;
  while (i < self->count && self->actions[i] != wanted) i++;
  if (i == self->count) return PyErr_Format(PyExc_ValueError, "action %lld is not allowed here", wanted);
  return played(self, wanted);
}

static PyObject *few(Py_ssize_t i, Py_ssize_t count) {
  return PyErr_Format(PyExc_IndexError, "action %zd of %zd allowed ones", i, count);
}

static PyObject *position_pick(Position *self, PyObject *place) {
  Slot i;
  if (!number(place, 'i', &i)) return NULL;
  return i < 0 || i >= self->count ? few((Py_ssize_t)i, self->count) : played(self, self->actions[i]);
}

static PyObject *position_allowed(Position *self, PyObject *unused) {
  PyObject *list = PyList_New(self->count);
  for (Py_ssize_t i = 0; list && i < self->count; i++) PyList_SetItem(list, i, PyLong_FromLongLong(self->actions[i]));
  return list;
}

static PyObject *position_twin(Position *self, PyObject *unused) {
  Position *made = placed(self->base.ob_type, self->layout, self->record, (char *)self->dice, 8 * self->words);
  if (made) made->count = self->count;
  return (PyObject *)made;
}

static Py_ssize_t position_length(Position *self) { return self->count; }

static PyObject *position_item(Position *self, Py_ssize_t i) {
  if (i < 0 || i >= self->count) return few(i, self->count);
  return PyLong_FromLongLong(self->actions[i]);
}

static PyObject *get_count(Position *self, void *unused) { return PyLong_FromLongLong(self->count); }

static int set_count(Position *self, PyObject *value, void *unused) {
  Slot count = -1;
  if (value && !number(value, 'i', &count)) return -1;
  if (count < 0 || count > self->layout->most) return PyErr_Format(PyExc_ValueError, "there are not so many actions"), -1;
  self->count = (Py_ssize_t)count;
  return 0;
}

static PyObject *get_seat(Position *self, void *unused) {
  const char *place = self->record + self->layout->seat;
  short seat;
  if (self->layout->bytes == 1) return PyLong_FromLongLong(*(const signed char *)place);
  memcpy(&seat, place, sizeof seat);
  return PyLong_FromLongLong(seat);
}

static PyObject *get_memory(Position *self, void *unused) { return Py_IncRef(self->memory), self->memory; }
static PyObject *get_throws(Position *self, void *unused) { return Py_IncRef(self->throws), self->throws; }

static int set_throws(Position *self, PyObject *value, void *unused) {
  Py_buffer dice;
  if (!value) return PyErr_Format(PyExc_TypeError, "a position needs dice"), -1;
  if (PyObject_GetBuffer(value, &dice, PyBUF_SIMPLE)) return -1;
  PyObject *copy = PyByteArray_FromStringAndSize(dice.buf, dice.len);
  PyBuffer_Release(&dice);
  if (!copy) return -1;
  Py_DecRef(self->throws);
  self->throws = copy, self->dice = (Slot *)PyByteArray_AsString(copy), self->words = PyByteArray_Size(copy) / 8;
  return 0;
}

static PyMethodDef position_methods[] = {
    {"play", (PyCFunction)position_play, METH_O, "Play an allowed action; return how many are allowed next."},
    {"pick", (PyCFunction)position_pick, METH_O, "Play the allowed action at a place of the list; return the same."},
    {"allowed", (PyCFunction)position_allowed, METH_NOARGS, "The allowed actions as a list of numbers."},
    {"twin", (PyCFunction)position_twin, METH_NOARGS, "The same record, dice and list again."},
    {0}};
static PyGetSetDef position_fields[] = {
    {"count", (void *)get_count, (void *)set_count, "How many actions are allowed.", 0},
    {"seat", (void *)get_seat, 0, "Whose turn it is; -1 for the dealer.", 0},
    {"memory", (void *)get_memory, 0, "The bytes of the record, then of the list of actions.", 0},
    {"throws", (void *)get_throws, (void *)set_throws, "The bytes of the dice.", 0},
    {0}};
static PyType_Slot function_slots[] = {{Py_tp_new, function_new}, {Py_tp_call, function_call}, {Py_tp_dealloc, plain_free},
                                       {Py_tp_doc, "An entry point of a library."}, {0, 0}};
static PyType_Slot layout_slots[] = {{Py_tp_new, layout_new}, {Py_tp_dealloc, plain_free},
                                     {Py_tp_doc, "What a position must know of its game."}, {0, 0}};
static PyType_Slot position_slots[] = {{Py_tp_new, position_new}, {Py_tp_dealloc, position_free},
                                       {Py_tp_methods, position_methods}, {Py_tp_getset, position_fields},
                                       {Py_sq_length, position_length}, {Py_sq_item, position_item},
                                       {Py_tp_doc, "A dealt game: its record, its dice, and what is allowed."}, {0, 0}};
static PyType_Spec function_spec = {"brelan.core._engine.Function", sizeof(Function), 0, Py_TPFLAGS_DEFAULT, function_slots};
static PyType_Spec layout_spec = {"brelan.core._engine.Layout", sizeof(Layout), 0, Py_TPFLAGS_DEFAULT, layout_slots};
static PyType_Spec position_spec = {"brelan.core._engine.Position", sizeof(Position), 0,
                                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, position_slots};

static int exec(PyObject *module) {
  PyObject *position = PyType_FromSpec(&position_spec), *function = PyType_FromSpec(&function_spec);
  layout_type = (PyTypeObject *)PyType_FromSpec(&layout_spec);
  if (!position || !function || !layout_type) return -1;
  return PyModule_AddObjectRef(module, "Position", position) | PyModule_AddObjectRef(module, "Function", function) |
         PyModule_AddObjectRef(module, "Layout", (PyObject *)layout_type) |
         PyModule_AddStringConstant(module, "SOURCES", SOURCES);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, exec}, {0, 0}};
static PyModuleDef definition = {.m_base = {{1, 0}, 0, 0, 0}, .m_name = "_engine", .m_slots = slots};
TO_PYTHON PyObject *PyInit__engine(void) { return PyModuleDef_Init(&definition); }
