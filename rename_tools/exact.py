#!/usr/bin/env python3
"""exact.py COMMIT [PICKLES]: renames on the merged tree, exactly (by a fresh index of that tree).
Works in the worktree /tmp/ren/exact, leaves 13 commits on COMMIT there."""
import os,sys,re,subprocess,collections,io,contextlib
C=sys.argv[1]; W='/tmp/ren/exact'
def sh(*a,**k): return subprocess.run(a,capture_output=True,text=True,cwd=W,**k)
if not os.path.exists(W): subprocess.run(['git','-C','/tmp/wt/A','worktree','add','-q','--detach',W,C],check=True)
sh('git','checkout','-q','-f','--detach',C)
C=sh('git','rev-parse','HEAD').stdout.strip()
if len(sys.argv)>2: os.environ['PKL']=' '.join(sys.argv[2:])
else:
    ps=[subprocess.Popen(['/usr/bin/python3','/tmp/ren/index_exact.py',str(i),'2',f'/tmp/ren/e{i}.pkl',W],stdout=open(f'/tmp/ren/e{i}.log','w'),stderr=subprocess.STDOUT) for i in (0,1)]
    if any(p.wait() for p in ps): sys.exit('indexing failed: see /tmp/ren/e0.log, e1.log')
    os.environ['PKL']='e0.pkl e1.pkl'
os.environ['ROOT']=W
src=open('/tmp/ren/pipeline.py').read().replace("BASE='0824dec7'","BASE="+repr(C)).replace("os.path.exists('/tmp/ren/extras.txt')","False")
buf=io.StringIO()
with contextlib.redirect_stdout(buf): exec(src)
print('\n'.join(l for l in buf.getvalue().split('\n') if l.startswith('CONFLICT')))
os.chdir(W)
# names in code that depends on template arguments, which an index cannot resolve: (group, file regex, regex, new)
SED=[(1,r'engine/find_play\.h',r'available_\.moves\b','available_.max_moves'),
 (1,r'.',r'\bkVariant\.unfinished\b','kVariant.unfinished_chain'),
 (1,r'eval/solve/solver\.cpp',r'position\.forfeited\b','position.is_forfeited'),
 (2,r'^(nn|tests/nn)/',r'\bfor_each_kind\b','for_each_feature_kind'),(2,r'^(nn|tests/nn)/',r'\bfor_each_in_set\b','for_each_place_in_set'),
 (2,r'^(nn|tests/nn)/',r'\bfor_each_contact\b','for_each_contact_feature'),(2,r'^(nn|tests/nn)/',r'\bfor_each_contact_count\b','compare_contact_counts'),
 (2,r'^(nn|tests/nn)/',r'\bfor_each_chain_place\b','for_each_added_chain_feature'),(2,r'^(nn|tests/nn)/',r'\bfor_each_value\b','for_each_feature_value'),
 (2,r'^(nn|tests/nn)/',r'\bfor_each_feature_after_own\b','for_each_feature_except_own_places'),
 (2,r'nn/train/trainer_state',r'state\.steps\b','state.step_count'),
 (3,r'resumable_statistics\.cpp',r'chain\.chains\b','chain.chain_count'),(3,r'resumable_statistics\.cpp',r'chain\.complete\b','chain.complete_chains'),
 (3,r'resumable_statistics\.cpp',r'chain\.forfeited\b','chain.moves_forfeited'),(3,r'resumable_statistics\.cpp',r'chain\.played\b','chain.moves_played'),
 (3,r'resumable_statistics\.cpp',r'chain\.received\b','chain.forfeited_moves_played'),(3,r'resumable_statistics\.cpp',r'sample\.forfeits\b','sample.forfeited_chains'),
 (3,r'resumable_statistics\.cpp',r'sample\.rolled\b','sample.roll_counts'),
 (4,r'eval/solve/graph_',r'\bbest_of_number\b','best_moves_of_number'),(4,r'eval/solve/solver\.cpp',r'\bsolve_bytes\b','solve_memory_bytes'),
 (4,r'endgame_test\.cpp',r'tables->value\(','tables->find_value('),
 (5,r'api/analysis_requests',r'query\.search\.filter\b','query.search.move_filter'),(5,r'match_play_test',r'param\.beam\b','param.chain_beam'),
 (7,r'selfplay/config/config_key\.h',r'section\.integer\(','section.read_integer('),(7,r'python/bindings/batch_env',r'totals\.hash\b','totals.games_hash'),
 (8,r'api/analysis_requests',r'&Request::tables\b','&Request::use_tables'),(8,r'api/request_fields\.h',r'row\.set\b','row.store_value'),
 (8,r'^api/c/',r'(?<!_)\bguarded\(','run_guarded('),
 (8,r'web/engine/wasm_api',r'\.any_player\b','.allows_any_player'),(8,r'web/engine/wasm_api',r'\.exchange = &','.trial_exchange = &'),
 (8,r'web/engine/wasm_api',r'\banswer_line\(','run_request('),(8,r'web/engine/wasm_api',r'fields\.text\(','fields.get_text(')]
titles=sh('git','log','--reverse','--format=%H','0824dec7..series-A').stdout.split()
files=[f for f in sh('git','ls-files').stdout.split() if f.endswith(('.h','.cpp')) and f!='api/c/gioul.h']
run_=run
def fix(k):
    for f in files:
        rs=[r for r in SED if r[0]<=k and re.search(r[1],f)]
        if not rs: continue
        t=open(f,encoding='utf8',errors='surrogateescape').read(); n=t
        for _,_,a,b in rs: n=re.sub(a,b,n)
        if n!=t: open(f,'w',encoding='utf8',errors='surrogateescape').write(n); subprocess.run(['clang-format-19','-i',f])
for k in ([9] if os.environ.get('FINAL') else range(10)):
    # run() writes files relative to the commit C
    run_(k); os.chdir(W); fix(k)
    sh('git','add','-A'); sh('git','commit','-q','-C',titles[k])
    print(k,sh('git','log','-1','--format=%h %s').stdout.strip(),flush=True)

msgs=[('m1','names: clarify header comments','Full sentences, units, viewpoints and what is returned, where a reader without the code\nwould have to read twice; template parameters of request tables are called Request.\n\nNo functional change')]
for n,c in (('m2',titles[10]),('m3',titles[11]),('m4',titles[12])): msgs.append((n,None,c))
for m in msgs:
    p=sh('git','apply','--3way','--index','/tmp/ren/'+m[0]+'.patch')
    bad=[l for l in p.stderr.split('\n') if 'conflict' in l.lower() or l.startswith(('error','U '))]
    print(m[0],'conflicts:',bad,flush=True)
    sh('git','add','-A')
    if m[1]: sh('git','commit','-q','-m',m[1],'-m',m[2])
    else: sh('git','commit','-q','-C',m[2])
print(sh('git','log','--oneline',C+'..HEAD').stdout)
