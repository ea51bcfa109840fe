# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults for C sources: where clang's syntax tree says that an expression or statement is, and with which words.

A fault is in the source beside what it replaces, and pk_fault(N) chooses (mutant.c), so one build has them all.
"""
import json
import os
import re
import subprocess

COMPARED = {'<': '<=', '<=': '<', '>': '>=', '>=': '>', '==': '!=', '!=': '=='}
COMPUTED = {'+': '-', '-': '+', '*': '+', '/': '*', '&': '|', '|': '&', '<<': '>>', '>>': '<<'}
LOGICAL = {'&&': '||', '||': '&&'}
DROPPED = {'CallExpr', 'CompoundAssignOperator'}
# What qsort() and bsearch() call: of its answer only the sign is used, so 2 is as good as 1. (0 is not: it is a fault.)
COMPARES = 'int (const void *, const void *)'
# Calls that the interface defines as a hint (core/target.h): a target without them gives the same answers.
HINTS = ('read_ahead', 'read_ahead_want')
# what must be a constant, or is never run
CONSTANT = {'CaseStmt', 'UnaryExprOrTypeTraitExpr', 'StaticAssertDecl', 'EnumDecl', 'RecordDecl', 'TypedefDecl'}


class Fault:
    """KIND of change from START to END (bytes of the file): BEFORE and AFTER its text make it conditional."""

    def __init__(self, path, text, start, end, kind, new):
        self.path, self.start, self.end, self.kind, self.new = path, start, end, kind, new
        self.old = text[start:end].decode()
        self.line = text.count(b'\n', 0, start) + 1
        self.number = None

    def planted(self):
        return self.new.replace('@', f'pk_fault({self.number})')

    def __str__(self):
        old = ' '.join(self.old.split())
        return f'{self.path}:{self.line}: {self.kind}: {old}'


def place(text, node):
    """Bytes (start, end) of NODE's text. None if a macro wrote it, unless one word is all of it ("true", "NULL")."""
    span = []
    for which in 'begin', 'end':
        at = node.get('range', {}).get(which, {})
        if 'expansionLoc' in at:
            at = at['expansionLoc']
            after = at.get('offset', 0) + at.get('tokLen', 0)
            if text[after:].lstrip()[:1] == b'(':
                return None
        if 'offset' not in at or 'includedFrom' in at:
            return None
        span.append(at['offset'] + (at['tokLen'] if which == 'end' else 0))
    return tuple(span) if span[0] < span[1] <= len(text) else None


def is_bool(node):
    kind = node.get('type', {})
    return kind.get('qualType') in ('bool', '_Bool') or kind.get('desugaredQualType') == '_Bool'


def is_pointer(node):
    kind = node.get('type', {})
    return any('*' in kind.get(k, '') or '[' in kind.get(k, '') for k in ('qualType', 'desugaredQualType'))


class Planter:
    def __init__(self, path, root):
        self.path = path
        with open(os.path.join(root, path), 'rb') as source:
            self.text = source.read()
        tree = subprocess.run(
            [os.environ.get('FAULTS_CLANG', 'clang'), '-std=gnu11', '-D_GNU_SOURCE', '-Iextension', '-Ibuild/gen',
             '-DPK_VERSION=""', '-fsyntax-only', '-Xclang', '-ast-dump=json', path],
            cwd=root, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        self.faults = []
        self.siblings = {}
        self.signs = set()  # nodes of which only the sign is used
        self.unequal = set()  # nodes that compare what is not equal
        for node in json.loads(tree)['inner']:
            if node['kind'] == 'EnumDecl':
                names = [(n['id'], n['name']) for n in node.get('inner', []) if n['kind'] == 'EnumConstantDecl']
                for i, (id_, _) in enumerate(names):
                    self.siblings[id_] = names[(i + 1) % len(names)][1]
            if node['kind'] != 'FunctionDecl':
                continue
            body = [n for n in node.get('inner', []) if n['kind'] == 'CompoundStmt']
            at = node['loc'].get('offset')
            name = node['name'].encode()
            if body and at is not None and self.text[at:at + len(name)] == name and place(self.text, body[0]) and \
                    self.text[body[0]['range']['begin'].get('offset', -1)] == ord('{'):
                if node['type']['qualType'] == COMPARES:
                    self.note_signs(body[0], False)
                self.walk(body[0], None)

    def add(self, node, kind, new):
        at = place(self.text, node)
        if at:
            self.faults.append(Fault(self.path, self.text, *at, kind, new.replace('$', self.text[at[0]:at[1]].decode())))

    def note_signs(self, node, returned):
        kind, inner = node.get('kind'), node.get('inner', [])
        if kind == 'IntegerLiteral' and returned and node['value'] != '0':
            self.signs.add(node['id'])
        for child in inner:
            self.note_signs(child, kind == 'ReturnStmt' or returned and (
                kind in ('ParenExpr', 'ImplicitCastExpr') or kind == 'UnaryOperator' and node['opcode'] == '-' or
                kind == 'ConditionalOperator' and child is not inner[0]))

    def is_hint(self, node):
        at = place(self.text, node)
        return at and self.text[at[0]:at[1]].split(b'(')[0].decode().endswith(HINTS)

    def operands(self, node, *signs):
        """The texts of both, of a comparison by one of SIGNS that calls nothing; None: it is another."""
        if node.get('kind') != 'BinaryOperator' or node['opcode'] not in signs:
            return None
        places = [place(self.text, child) for child in node['inner']]
        texts = [self.text[at[0]:at[1]] for at in places if at]
        return texts if len(texts) == 2 and not any(re.search(rb'[(=]|[+][+]|--', text) for text in texts) else None

    def note_unequal(self, node, texts):
        """Below `if (A != B)`, in what it returns, A < B is A <= B."""
        if self.operands(node, '<', '>') == texts:
            self.unequal.add(node['id'])
        for child in node.get('inner', []):
            self.note_unequal(child, texts)

    def walk(self, node, parent):
        kind = node.get('kind')
        inner = node.get('inner', [])
        if kind in CONSTANT or kind == 'VarDecl' and node.get('storageClass') == 'static':
            # what stands below a case is its constant, then statements
            for child in inner[1:] if kind == 'CaseStmt' else []:
                self.walk(child, node)
            return
        if kind == 'IfStmt' and self.operands(inner[0], '!=') and inner[1].get('kind') == 'ReturnStmt':
            self.note_unequal(inner[1], self.operands(inner[0], '!='))
        if kind in ('IfStmt', 'ConditionalOperator'):
            self.add(inner[0], 'condition flipped', '((!!($)) ^ @)')
        elif kind == 'BinaryOperator':
            self.binary(node, inner)
        elif kind == 'IntegerLiteral' and node['id'] not in self.signs:
            at = place(self.text, node)
            word = at and self.text[at[0]:at[1]].decode()
            if word in ('true', 'false'):
                self.add(node, 'negated', '($ ^ @)')
            elif word and word[0].isdigit():
                self.add(node, 'constant plus one', '(@ ? $ + 1 : $)')
        elif kind == 'DeclRefExpr' and node['referencedDecl']['id'] in self.siblings:
            other = self.siblings[node['referencedDecl']['id']]
            if other != node['referencedDecl']['name']:
                self.add(node, f'{other} in place of', f'(@ ? {other} : $)')
        elif kind == 'ReturnStmt' and inner and is_bool(inner[0]):
            self.add(inner[0], 'answer negated', '((!!($)) ^ @)')
        elif kind in ('BreakStmt', 'ContinueStmt') and parent and parent['kind'] == 'CompoundStmt':
            self.add(node, 'dropped', 'if (!@) $')
        if kind == 'CompoundStmt' or kind == 'IfStmt':
            for child in inner[0 if kind == 'CompoundStmt' else 1:]:
                if child.get('kind') in DROPPED and not self.is_hint(child) or child.get('kind') == 'BinaryOperator' and child['opcode'] == '=' or \
                        child.get('kind') == 'UnaryOperator' and child['opcode'] in ('++', '--'):
                    self.add(child, 'dropped', '(void)(@ ? 0 : ((void)($), 0))')
        for child in inner:
            self.walk(child, node)

    def binary(self, node, inner):
        left, right = place(self.text, inner[0]), place(self.text, inner[1])
        sign = node['opcode']
        if not left or not right:
            return
        left, right = (self.text[a:b].decode() for a, b in (left, right))
        for table in COMPARED, LOGICAL, COMPUTED:
            if sign in table and node['id'] not in self.unequal and not (table is COMPUTED and (is_pointer(inner[0]) or is_pointer(inner[1]))):
                self.add(node, f'{table[sign]} in place of {sign}',
                         f'(@ ? ({left}) {table[sign]} ({right}) : ($))')


def sources(root, rooms):
    found = []
    for room in rooms:
        for folder, _, names in os.walk(os.path.join(root, 'extension', room)):
            found += [os.path.relpath(os.path.join(folder, n), root) for n in names if n.endswith('.c')]
    return sorted(found)


def apart(fault, faults):
    return all(f.path != fault.path or fault.end <= f.start or f.end <= fault.start for f in faults)


def numbered(faults):
    for number, fault in enumerate(faults):
        fault.number = number
    return faults


def chosen(root, rooms, count, randoms):
    """COUNT faults by each of RANDOMS, at places that are equally likely by the size of their file. No two overlap."""
    paths = sources(root, rooms)
    sizes = [os.path.getsize(os.path.join(root, p)) for p in paths]
    planters, faults = {}, []
    for random in randoms:
        wanted = {}
        for path in random.choices(paths, sizes, k=count):
            wanted[path] = wanted.get(path, 0) + 1
        for path, number in sorted(wanted.items()):
            if path not in planters:
                planters[path] = Planter(path, root).faults
            candidates = list(planters[path])
            random.shuffle(candidates)
            for fault in candidates:
                if number and apart(fault, faults):
                    faults.append(fault)
                    number -= 1
    return numbered(faults)


def at(root, places):
    """The faults of PLACES, "FILE:LINE": the outermost of those that overlap."""
    faults = []
    for place in places:
        path, line = place.rsplit(':', 1)
        for fault in sorted(Planter(path, root).faults, key=lambda f: (f.start, -f.end)):
            if fault.line == int(line) and apart(fault, faults):
                faults.append(fault)
    return numbered(faults)


def plant(faults, root, into):
    """The sources of FAULTS with all of them, below INTO, where others' files may be links: each is made anew."""
    for path in {f.path for f in faults}:
        with open(os.path.join(root, path), 'rb') as source:
            text = source.read()
        for fault in sorted((f for f in faults if f.path == path), key=lambda f: -f.start):
            text = text[:fault.start] + fault.planted().encode() + text[fault.end:]
        os.unlink(os.path.join(into, path))
        with open(os.path.join(into, path), 'wb') as out:
            out.write(b'extern _Bool pk_fault(int n); ' + text)
