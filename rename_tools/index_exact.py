#!/usr/bin/python3
# index.py SHARD N OUT: indexes references in every TU
import sys,os,subprocess,pickle,time
from ctypes import byref,c_uint,POINTER,c_void_p
sys.path.insert(0,'/usr/lib/python3/dist-packages')
import clang.cindex as C
C.Config.set_library_file('/usr/lib/llvm-19/lib/libclang-19.so.1')
ROOT=sys.argv[4] if len(sys.argv)>4 else '/tmp/wt/A'
os.chdir(ROOT)
shard,n,out=int(sys.argv[1]),int(sys.argv[2]),sys.argv[3]
lib=C.conf.lib
lib.clang_getFileLocation.argtypes=[C.SourceLocation,POINTER(C.c_object_p),POINTER(c_uint),POINTER(c_uint),POINTER(c_uint)]
srcs=sorted(subprocess.run("find base engine nn selfplay eval api cli tests python web -name '*.cpp'; find base engine nn selfplay eval api cli tests -name '*.h'",shell=True,capture_output=True,text=True).stdout.split())
cpp=[s for s in srcs if s.endswith('.cpp')]

import collections
g=collections.OrderedDict()
for f in cpp:
    d=os.path.dirname(f)
    if 'kernel' in f or d.startswith('tests/tools') or f.endswith('main.cpp') or d.startswith(('nn/train','selfplay/distributed','tests/fuzz','tests/bench','cli/serve','tests/selfplay/distributed','python')) or d.startswith('web') : g[f]=[f]
    else: g.setdefault(d,[]).append(f)
units=[]
for k,v in g.items():
    m=14
    for i in range(0,len(v),m): units.append(v[i:i+m])
mine=units[shard::n]

ARGS=['-std=c++20','-I.','-Iapi/c','-DGIOUL_VERSION="1"','-DGIOUL_TEST_DATA="x"','-DGIOUL_CONFIGS="x"','-DGIOUL_BINARY="x"','-DGIOUL_MOCK_ENGINE="x"','-DGIOUL_MOCK_GNUBG="x"','-resource-dir','/usr/lib/llvm-19/lib/clang/19','-I/root/.pyenv/versions/3.11.7/include/python3.11','-march=native','-I/usr/include/eigen3','-I/usr/include/torch/csrc/api/include','-ferror-limit=0','-w']
K=C.CursorKind
refs=set(); decls={}; seen=set(); errs={}
cache={}
def text(f):
    if f not in cache:
        cache[f]=open(f,'rb').read()
    return cache[f]
def floc(loc):
    f=C.c_object_p();l=c_uint();c=c_uint();o=c_uint()
    lib.clang_getFileLocation(loc,byref(f),byref(l),byref(c),byref(o))
    if not f: return None
    return C.File(f).name,o.value
def norm(name):
    if name.startswith(ROOT+'/'): name=name[len(ROOT)+1:]
    name=os.path.normpath(name)
    if name.startswith(ROOT+'/'): name=name[len(ROOT)+1:]
    return name
CALL=K.CALL_EXPR
def qual(c):
    p=[];x=c
    while x is not None and x.kind!=K.TRANSLATION_UNIT:
        if x.spelling: p.append(x.spelling)
        x=x.semantic_parent
    return '::'.join(reversed(p))
idx=C.Index.create()
def visit(c,skipfiles):
    stack=[c]
    while stack:
        c=stack.pop()
        k=c.kind
        if k!=CALL:
            r=c.referenced
            if r is not None:
                fl=floc(c.location)
                if fl and not fl[0].startswith('/'):
                    f=norm(fl[0]); sp=r.spelling
                    b=sp.encode()
                    try: t=text(f)
                    except OSError: t=b''
                    o=fl[1]
                    if t[o:o+1]==b'~': o+=1
                    if b and t[o:o+len(b)]==b and not t[o+len(b):o+len(b)+1].isalnum():
                        # map template instantiation to template
                        tmpl=lib.clang_getSpecializedCursorTemplate(r)
                        u=r.get_usr()
                        rl=r.location.file
                        if rl is not None and not rl.name.startswith('/'):
                            if u not in decls:
                                d=floc(r.location)
                                decls[u]=(qual(r),r.kind.name,norm(d[0]),d[1],r.type.spelling)
                            refs.add((f,o,len(b),u))
        stack.extend(c.get_children())
t0=time.time()
for s in mine:
    try:
        if len(s)==1: tu=idx.parse(s[0],args=ARGS)
        else: tu=idx.parse('/tmp/ren/unitye%d.cpp'%shard,args=ARGS+['-I'+ROOT],unsaved_files=[('/tmp/ren/unitye%d.cpp'%shard,''.join('#include "%s"\n'%x for x in s))])
    except Exception as e:
        errs[s[0]]=[str(e)]; continue
    e=[str(d) for d in tu.diagnostics if d.severity>=3]
    if e: errs[s[0]]=e[:5]
    new=set()
    for c in tu.cursor.get_children():
        f=c.location.file
        if f is None or f.name.startswith('/'): continue
        f=norm(f.name)
        if f in seen: continue
        new.add(f)
        visit(c,seen)
    seen|=new
    print(f'{time.time()-t0:.0f}s {s} {len(refs)}',flush=True)
pickle.dump((refs,decls,errs,seen),open(out,'wb'))
