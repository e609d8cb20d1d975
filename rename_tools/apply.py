import pickle,sys,re,os,collections
os.chdir(os.environ.get('ROOT','/tmp/wt/A'))
refs=set();decls={};errs={}
for p in os.environ.get('PKL','i0.pkl i1.pkl i2.pkl i3.pkl').split():
    r,d,e,_=pickle.load(open('/tmp/ren/'+p,'rb'));refs|=r
    for k,v in d.items(): decls.setdefault(k,v)
    errs.update(e)
rules=[l.split() for l in open('/tmp/ren/rules.txt') if l.strip() and l[0]!='#']
byname=collections.defaultdict(list)
for old,new in rules: byname[old.split('::')[-1]].append((old.split('::'),new))
def match(u,v):
    q=v[0].split('::');kind=v[1]
    if '@aN' in re.split(r'[<#>]',u)[0]: return None
    for old,new in byname.get(q[-1],()):
        if q[-len(old):]!=old and q!=old: continue
        if kind=='PARM_DECL':
            if len(q)>=3 and q[-2]==q[-3] and len(old)<3: continue
            if len(old)<2: continue
        elif kind in('VAR_DECL',) and len(old)<len(q)-1 and not v[2].endswith('.h'): continue
        if old[0]=='gioul' and len(old)==2 and kind not in('FUNCTION_DECL','FUNCTION_TEMPLATE','VAR_DECL','STRUCT_DECL','CLASS_DECL','ENUM_DECL','TYPE_ALIAS_DECL'): continue
        return old,new
    return None
ren={};hit=collections.Counter()
for u,v in decls.items():
    m=match(u,v)
    if m: ren[u]=m[1];hit['::'.join(m[0])]+=1
for old,new in rules:
    if not hit[old]: print('NO HIT',old)
edits={}
known={}
for f,o,l,u in refs:
    known.setdefault((f,o),set()).add(u)
conf=0
for k,us in known.items():
    news={ren[u] for u in us if u in ren}
    if len(news)>1: print('CONFLICT',k,news)
    if news:
        edits[k]=news.pop()
        others=[u for u in us if u not in ren]
byfile=collections.defaultdict(list)
for (f,o),n in edits.items(): byfile[f].append((o,n))
if '-n' in sys.argv:
    print(len(edits),'edits',len(byfile),'files'); 
    print('errs',len(errs)); 
    for k,e in list(errs.items())[:40]: print(k,e[:2])
else:
    for f,es in byfile.items():
        t=open(f,'rb').read()
        for o,n in sorted(es,reverse=True):
            m=re.match(rb'[A-Za-z_]\w*',t[o:]);assert m and m.group().decode() in byname,(f,o,m);t=t[:o]+n.encode()+t[o+m.end():]
        open(f,'wb').write(t)
# leftovers: computed on original text, so run with -l before applying
if '-l' in sys.argv:
    names=set(o.split('::')[-1] for o,_ in rules)
    import subprocess
    files=subprocess.run("git ls-files | grep -E '\\.(h|cpp|inc)$'",shell=True,capture_output=True,text=True).stdout.split()
    tok=re.compile(rb'//[^\n]*|/\*.*?\*/|R"\w*\(.*?\)\w*"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|[A-Za-z_]\w*',re.S)
    out=collections.defaultdict(list)
    for f in files:
        if f.startswith('api/c/gioul.h'): continue
        t=open(f,'rb').read()
        for m in tok.finditer(t):
            w=m.group().decode('utf8','replace')
            if w in names and (f,m.start()) not in known:
                ln=t.count(b'\n',0,m.start())+1
                line=t.split(b'\n')[ln-1].decode().strip()
                out[w].append((f,ln,line,m.start()))
    pickle.dump(dict(out),open('/tmp/ren/left.pkl','wb'))
    n=0
    for w in sorted(out):
        for f,ln,line,_ in out[w]:
            if line.startswith('#include'): continue
            print(f'{w}: {f}:{ln}: {line[:110]}');n+=1
    print(n)
