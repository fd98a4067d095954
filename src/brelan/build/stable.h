/* The part of Python's stable ABI (3.11) that position.c uses, declared here so that no headers need be installed.

   These layouts and functions do not change in Python 3: https://docs.python.org/3/c-api/stable.html */
#ifndef BRELAN_STABLE_H
#define BRELAN_STABLE_H
#include <stddef.h>
#include <stdint.h>

typedef intptr_t Py_ssize_t;
typedef struct _typeobject PyTypeObject;
typedef struct _object { Py_ssize_t ob_refcnt; PyTypeObject *ob_type; } PyObject;
typedef PyObject *(*PyCFunction)(PyObject *, PyObject *);

typedef struct {
  void *buf;
  PyObject *obj;
  Py_ssize_t len, itemsize;
  int readonly, ndim;
  char *format;
  Py_ssize_t *shape, *strides, *suboffsets;
  void *internal;
} Py_buffer;

typedef struct { const char *ml_name; PyCFunction ml_meth; int ml_flags; const char *ml_doc; } PyMethodDef;
typedef struct {
  const char *name;
  PyObject *(*get)(PyObject *, void *);
  int (*set)(PyObject *, PyObject *, void *);
  const char *doc;
  void *closure;
} PyGetSetDef;
typedef struct { int slot; void *pfunc; } PyType_Slot;
typedef struct { const char *name; int basicsize, itemsize; unsigned int flags; PyType_Slot *slots; } PyType_Spec;
typedef struct { PyObject base; void *init; Py_ssize_t index; PyObject *copy; } PyModuleDef_Base;
typedef struct { int slot; void *value; } PyModuleDef_Slot;
typedef struct PyModuleDef {
  PyModuleDef_Base m_base;
  const char *m_name, *m_doc;
  Py_ssize_t m_size;
  PyMethodDef *m_methods;
  PyModuleDef_Slot *m_slots;
  void *m_traverse, *m_clear, *m_free;
} PyModuleDef;

enum { METH_NOARGS = 4, METH_O = 8 };
enum { PyBUF_SIMPLE = 0, PyBUF_ND = 8 };
enum { Py_sq_item = 44, Py_sq_length = 45, Py_tp_call = 50, Py_tp_dealloc = 52, Py_tp_doc = 56,
       Py_tp_getset = 73, Py_tp_methods = 64, Py_tp_new = 65, Py_tp_free = 74, Py_mod_exec = 2 };
#define Py_TPFLAGS_DEFAULT 0u
#define Py_TPFLAGS_BASETYPE (1u << 10)

#ifdef _WIN32
#define FROM_PYTHON __declspec(dllimport) extern
#define TO_PYTHON __declspec(dllexport)
#else
#define FROM_PYTHON extern
#define TO_PYTHON __attribute__((visibility("default")))
#endif
FROM_PYTHON PyObject *PyExc_TypeError, *PyExc_ValueError, *PyExc_IndexError, *PyExc_RuntimeError;
FROM_PYTHON PyObject _Py_NoneStruct;
FROM_PYTHON void Py_IncRef(PyObject *), Py_DecRef(PyObject *);
FROM_PYTHON PyObject *PyLong_FromLongLong(long long), *PyFloat_FromDouble(double), *PyBool_FromLong(long);
FROM_PYTHON PyObject *PyNumber_Index(PyObject *), *PyList_New(Py_ssize_t), *PyTuple_GetItem(PyObject *, Py_ssize_t);
FROM_PYTHON unsigned long long PyLong_AsUnsignedLongLongMask(PyObject *);
FROM_PYTHON long long PyLong_AsLongLong(PyObject *);
FROM_PYTHON Py_ssize_t PyTuple_Size(PyObject *);
FROM_PYTHON double PyFloat_AsDouble(PyObject *);
FROM_PYTHON int PyObject_IsTrue(PyObject *), PyList_SetItem(PyObject *, Py_ssize_t, PyObject *);
FROM_PYTHON int PyArg_ParseTuple(PyObject *, const char *, ...);
FROM_PYTHON int PyObject_GetBuffer(PyObject *, Py_buffer *, int);
FROM_PYTHON void PyBuffer_Release(Py_buffer *);
FROM_PYTHON PyObject *PyByteArray_FromStringAndSize(const char *, Py_ssize_t);
FROM_PYTHON char *PyByteArray_AsString(PyObject *);
FROM_PYTHON Py_ssize_t PyByteArray_Size(PyObject *);
FROM_PYTHON PyObject *PyErr_Format(PyObject *, const char *, ...), *PyErr_Occurred(void);
FROM_PYTHON PyObject *PyType_FromSpec(PyType_Spec *), *PyType_GenericAlloc(PyTypeObject *, Py_ssize_t);
FROM_PYTHON void *PyType_GetSlot(PyTypeObject *, int);
FROM_PYTHON PyObject *PySequence_GetItem(PyObject *, Py_ssize_t), *PyLong_FromUnsignedLongLong(unsigned long long);
FROM_PYTHON int PyModule_AddStringConstant(PyObject *, const char *, const char *);
FROM_PYTHON int PyModule_AddObjectRef(PyObject *, const char *, PyObject *), PyObject_IsInstance(PyObject *, PyObject *);
FROM_PYTHON PyObject *PyModuleDef_Init(PyModuleDef *);
FROM_PYTHON void *PyEval_SaveThread(void), PyEval_RestoreThread(void *);
#endif
