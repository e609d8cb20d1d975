# after apply: updates mentions in comments (C++), and docs; prints ambiguous ones
import os,re,subprocess,sys,collections
os.chdir(os.environ.get('ROOT','/tmp/wt/A'))
rules=[l.split() for l in open('/tmp/ren/rules.txt') if l.strip() and l[0]!='#']
files=subprocess.run("git ls-files | grep -E '\\.(h|cpp|md|py|in|sh|toml|js)$'",shell=True,capture_output=True,text=True).stdout.split()
cm=re.compile(r'//[^\n]*|/\*.*?\*/',re.S)
olds=collections.Counter(o.split('::')[-1] for o,_ in rules)
byold=collections.defaultdict(list)
for o,n in rules: byold[o.split('::')[-1]].append((o,n))
def fixtext(s,f,md):
    ws=set(re.findall(r'[A-Za-z_]\w*',s))
    for o,n in [r for w in ws if w in byold for r in byold[w]]:
        p=o.split('::')
        if p[0]=='gioul' and len(p)==2 or p[0] in('fevga','detail'):
            old=p[-1]
            if old[0]=='k' and old[1:2].isupper() or old[0].isupper():
                if old not in ('Stream','Reference','Tick','Spacing','Actor'): s=re.sub(r'\b%s\b(?!::k)'%old,n,s) if old not in('Shots',) else s
                s=re.sub(r'\b%s::(?=k)'%old,n+'::',s)
            else:
                s=re.sub(r'(?<![\w.>:])%s\(\)'%old,n+'()',s)
                s=re.sub(r'gioul::%s\b'%old,'gioul::'+n,s)
        elif len(p)>=2 and p[-2][0].isupper():
            s=re.sub(r'\b%s::%s\b(?!::)'%(p[-2],p[-1]),p[-2]+'::'+n,s)
    return s
for f in files:
    t=open(f,encoding='utf8',errors='surrogateescape').read()
    if f.endswith(('.h','.cpp')):
        if f=='api/c/gioul.h': continue
        n=cm.sub(lambda m:fixtext(m.group(),f,False),t)
    elif f.endswith('.md'):
        n=fixtext(t,f,True)
        if n!=t: print('MD',f); 
    else: continue
    if n!=t: open(f,'w',encoding='utf8',errors='surrogateescape').write(n)
# parameters and members in backticks in the comment above a declaration
bynew=collections.defaultdict(list)
for o,n in rules: bynew[o.split('::')[-1]].append(n)
for f in files:
    if not f.endswith(('.h','.cpp')) or f=='api/c/gioul.h': continue
    L=open(f,encoding='utf8',errors='surrogateescape').read().split('\n')
    i=0;ch=False
    while i<len(L):
        if L[i].lstrip().startswith('//'):
            j=i
            while j<len(L) and L[j].lstrip().startswith('//'): j+=1
            d='';k=j
            while k<len(L) and k<j+14:
                d+=L[k]+'\n'
                if re.search(r'[;{]\s*(//.*)?$',L[k]) or not L[k].strip(): break
                k+=1
            code=re.sub(r'//.*','',d)
            for x in range(i,j):
                for w in set(re.findall(r'`([a-z]\w*)`',L[x])):
                    for n in bynew.get(w,()):
                        if re.search(r'\b%s\b'%n,code) and not re.search(r'\b%s\b'%w,code):
                            L[x]=L[x].replace('`%s`'%w,'`%s`'%n);ch=True;break
            i=j
        else: i+=1
    if ch: open(f,'w',encoding='utf8',errors='surrogateescape').write('\n'.join(L))
