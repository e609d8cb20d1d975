import sys,subprocess,os,re,pickle,collections
sys.argv=['x','-n']
src=open('/tmp/ren/apply.py').read().split("byfile=collections.defaultdict(list)")[0]
exec(src)
# groups by '#' heading
GROUPS=[('base',['base']),('engine',['engine']),('nn',['nn']),('analysis',['analysis']),('endgame',['endgame']),
('eval',['engines','match','play','players','render','rollout','store','testset']),('tournament',['tournament']),('selfplay',['bench','config','record','report']),('api',['api']),('cli',['cli'])]
head=None;rulehead={}
for l in open('/tmp/ren/rules.txt'):
    if l.startswith('#'): head=l[1:].strip()
    elif l.strip():
        rulehead[tuple(l.split())]=head
g_of={}
for i,(n,hs) in enumerate(GROUPS):
    for h in hs: g_of[h]=i
def group(old,new): return g_of[rulehead[(old,new)]]
renrule={}
for u,v in decls.items():
    m=match(u,v)
    if m: renrule[u]=('::'.join(m[0]),m[1])
E2={} # (f,o)->(new,group)
for k,us in known.items():
    for u in us:
        if u in renrule: E2[k]=(renrule[u][1],group(*renrule[u]))
# extras: word file-regex rule
if os.path.exists('/tmp/ren/extras.txt'):
    left=pickle.load(open('/tmp/ren/left.pkl','rb'))
    R={o:(o,n) for o,n in rules}
    for l in open('/tmp/ren/extras.txt'):
        if not l.strip() or l[0]=='#': continue
        w,fr,rule=l.split()[:3]; pat=' '.join(l.split()[3:])
        c=0
        for f,ln,line,o in left.get(w,()):
            if re.search(fr,f) and (not pat or re.search(pat,line)):
                E2[(f,o)]=(R[rule][1],group(*R[rule]));c+=1
        if not c: print('extra without effect',l.strip())
BASE='0824dec7'
msrc=open('/tmp/ren/mentions.py').read()
def run(k):
    byf=collections.defaultdict(list)
    for (f,o),(n,g) in E2.items():
        if g<=k: byf[f].append((o,n))
    for f,es in byf.items():
        t=subprocess.run(['git','show',BASE+':'+f],capture_output=True).stdout
        for o,n in sorted(es,reverse=True):
            m=re.match(rb'[A-Za-z_]\w*',t[o:]);assert m and m.group().decode() in byname,(f,o,m,t[o-20:o+20]);t=t[:o]+n.encode()+t[o+m.end():]
        open(f,'wb').write(t)
    rs=[r for r in rules if group(*r)<=k]
    ms=msrc.replace("rules=[l.split() for l in open('/tmp/ren/rules.txt') if l.strip() and l[0]!='#']","rules=RS")
    exec(ms,{'RS':rs,'__name__':'m'})
    fs=subprocess.run("git diff --name-only | grep -E '\\.(h|cpp)$'",shell=True,capture_output=True,text=True).stdout.split()
    if fs: subprocess.run(['clang-format-19','-i']+fs)
