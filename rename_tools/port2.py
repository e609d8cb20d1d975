import sys,os,re,subprocess,difflib,collections,tempfile,io,contextlib,bisect
os.environ['ROOT']='/tmp/ren/seq'
with contextlib.redirect_stdout(io.StringIO()): exec(open('/tmp/ren/pipeline.py').read())
W='/tmp/ren/port'; M=open('/tmp/ren/M').read().strip(); BASE='0824dec7'
os.chdir(W)
def git(*a,**k): return subprocess.run(['git',*a],capture_output=True,**k)
SKIP={('cli/serve/http_connection.cpp','target'),('python/bindings/records.cpp','actors'),('python/bindings/records.cpp','offsets'),('selfplay/config/config.cpp','after'),('selfplay/report/report_tables.cpp','after'),('selfplay/train/training_run.cpp','after'),('tests/selfplay/config/config_test.cpp','after'),('selfplay/envs/checker_move_env.cpp','moves'),('selfplay/envs/checker_move_env.cpp','hits'),('selfplay/train/checkpoint.cpp','string')}
FORCE={('python/bindings/net_values.cpp','text_order_index'):('index_in_text_order',1)}
REGEX=[('selfplay/envs/checker_move_env.cpp',r'\bactor\(\)','player_to_move()',1)]
series=git('rev-list','--reverse',BASE+'..series-A').stdout.decode().split()
changedM=set(git('diff','--name-only',BASE,M).stdout.decode().split())
byf=collections.defaultdict(list)
for (f,o),(n,g) in E2.items(): byf[f].append((o,n,g))
TOK=re.compile(r'//.*|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])+\'|[A-Za-z_]\w*')
def key(line,m):
    pre=line[:m.start()]; post=line[m.end():m.end()+1]
    c='.' if re.search(r'(\.|->)\s*$',pre) and not re.search(r'[{,(]\s*\.$|^\s*\.$',pre) else 'd' if pre.endswith('.') else ':' if pre.endswith('::') else 'n'
    if c==':' : c=':'+re.search(r'(\w*)::$',pre).group(1)
    if c=='.' and post=='(' and m.group() in ('text','flag','number','decimal'):
        q=re.search(r'(\w+)(\.|->)\s*$',pre); c='.'+(q.group(1) if q else '')
    return (m.group(),c,post=='(')
names_=set(byname)
GV=collections.defaultdict(collections.Counter); FV=collections.defaultdict(lambda:collections.defaultdict(collections.Counter))
allfiles=subprocess.run(['git','ls-tree','-r','--name-only',BASE],capture_output=True,text=True,cwd=W).stdout.split()
for f in allfiles:
    if not f.endswith(('.h','.cpp')) or f=='api/c/gioul.h' or f.startswith('web/stubs'): continue
    t=open('/tmp/ren/base/'+f,'rb').read()
    ed={o:(n,g) for o,n,g in byf.get(f,())}
    off=0
    for lb in t.split(b'\n'):
        l=lb.decode('latin1')
        for m in TOK.finditer(l):
            w=m.group()
            if w[0] in '"\'/' or w not in names_: continue
            k=key(l,m); v=ed.get(off+m.start(),('',0)); GV[k][v]+=1; FV[f][k][v]+=1
        off+=len(lb)+1
ms=open('/tmp/ren/mentions.py').read().split("for f in files:")[0]
def mention(k):
    rs=[r for r in rules if group(*r)<=k]
    ns={'RS':rs,'__name__':'m'}
    exec(ms.replace("rules=[l.split() for l in open('/tmp/ren/rules.txt') if l.strip() and l[0]!='#']","rules=RS"),ns)
    os.chdir(W)
    return ns['cm'],ns['fixtext']
enc=lambda s:s.encode('utf8','surrogateescape'); dec=lambda b:b.decode('utf8','surrogateescape')

show={}
cat=subprocess.Popen(['git','cat-file','--batch'],stdin=subprocess.PIPE,stdout=subprocess.PIPE,cwd=W)
def blob(c,f):
    if (c,f) not in show:
        cat.stdin.write(f'{c}:{f}\n'.encode()); cat.stdin.flush()
        h=cat.stdout.readline().split()
        if h[-1]==b'missing': show[c,f]=None
        else:
            n=int(h[2]); show[c,f]=cat.stdout.read(n); cat.stdout.read(1)
    return show[c,f]
fmtcache={}

TOK_=re.compile(r'//.*|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])+\'|[A-Za-z_]\w*')
ops={}
def rename(f,text,k,cm,fixtext,fmt=True):
    base=dec(blob(BASE,f) or b'')
    bl=base.split('\n'); tl=text.split('\n')
    starts=[0]
    for l in bl: starts.append(starts[-1]+len(enc(l))+1)
    per=collections.defaultdict(list); votes=collections.defaultdict(collections.Counter); at=set()
    for o,n,g in byf.get(f,()):
        i=bisect.bisect_right(starts,o)-1; at.add((i,o-starts[i]))
        w=re.match(rb'\w+',enc(bl[i])[o-starts[i]:]).group().decode(); votes[w][(n,g)]+=1
        if g<=k: per[i].append((o-starts[i],n))
    for i,l in enumerate(bl):
        for m in re.finditer(rb'[A-Za-z_]\w*',re.sub(rb'//.*|"(?:\\.|[^"\\])*"',lambda m:b' '*len(m.group()),enc(l))):
            w=m.group().decode()
            if w in votes and (i,m.start()) not in at: votes[w][('',0)]+=1
    def subline(l):
        def sub(m):
            w=m.group()
            if w[0] in '"\'/' or w not in names_ or (f,w) in SKIP: return w
            if (f,w) in FORCE:
                n,g=FORCE[f,w]; return n if g<=k else w
            q=key(l,m)
            for V in (FV[f],GV):
                if q in V:
                    (n,g),c=V[q].most_common(1)[0]
                    return n if n and g<=k else w
            return w
        return TOK.sub(sub,l)
    out=[]
    for tag,i1,i2,j1,j2 in difflib.SequenceMatcher(None,bl,tl,autojunk=False).get_opcodes():
        if tag=='equal':
            for i in range(i1,i2):
                b=enc(bl[i])
                for o,n in sorted(per.get(i,()),reverse=True):
                    m=re.match(rb'\w+',b[o:]); b=b[:o]+n.encode()+b[o+m.end():]
                out.append(dec(b))
        else: out+=[subline(tl[j]) for j in range(j1,j2)]
    t='\n'.join(out)
    for ff,a,b_,g in REGEX:
        if ff==f and g<=k: t=re.sub(a,b_,t)
    t=cm.sub(lambda m:fixtext(m.group(),f,False),t)
    if (f,t) not in fmtcache:
        p=subprocess.run(['clang-format-19','--assume-filename='+f],input=enc(t),capture_output=True,cwd=W)
        fmtcache[f,t]=p.stdout if p.returncode==0 else enc(t)
    return fmtcache[f,t]
git('checkout','-q','-f','--detach',M)
last=len(series)-1
steps=range(len(series)) if len(sys.argv)<3 else [last]
for k in (range(len(series)) if os.environ.get('ALL') else [last]):
    c=series[k]; kk=min(k,9); cm,fixtext=mention(kk); bad=[]
    fs=set(git('diff','--name-only',BASE,c).stdout.decode().split())|{f for f in changedM if f.endswith(('.h','.cpp')) and f!='api/c/gioul.h'}
    for f in sorted(fs):
        if f not in changedM: new=blob(c,f)
        else:
            ours=blob(c,f); theirs=blob(M,f); base=blob(BASE,f)
            if theirs is None: continue
            if f.endswith(('.h','.cpp')):
                theirs=rename(f,dec(theirs),kk,cm,fixtext)
                if base is not None: base=rename(f,dec(base),kk,cm,fixtext)
            if base is None or ours is None: new=theirs
            else:
                with tempfile.TemporaryDirectory() as d:
                    for a,v in (('a',ours),('o',base),('b',theirs)): open(d+'/'+a,'wb').write(v)
                    r=subprocess.run(['git','merge-file','-p','-L','names','-L','base','-L','main',d+'/a',d+'/o',d+'/b'],capture_output=True)
                    new=r.stdout
                    if r.returncode: bad.append(f)
        if new is None: continue
        (None if (os.path.exists(f) and open(f,'rb').read()==new) else open(f,'wb').write(new))
    if 'selfplay/train/metrics.h' in bad: exec(open('/tmp/ren/resolve.py').read())
    print(k,git('log','-1','--format=%s',c).stdout.decode().strip(),'conflicts:',bad,flush=True)
    if os.environ.get('ALL'):
        git('add','-A'); git('commit','-q','-C',c)
