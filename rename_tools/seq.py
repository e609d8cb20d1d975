import os,subprocess
os.environ['ROOT']='/tmp/ren/seq'
exec(open('/tmp/ren/pipeline.py').read())
titles=['base: name members and parameters for what they hold','engine: name functions and members for what they return','nn: name feature values, rows and group sizes in full','analysis: name statistics and results for what they count','endgame: name table members for what they return','eval: name engine, match, player and store members in full','tournament: name options and results in full','selfplay: name config, record and report members in full','api: name request fields and readers in full','cli: name option getters and server limits in full']
for k in range(10):
    run(k)
    n=sum(1 for r in rules if group(*r)==k)
    subprocess.run(['git','add','-A'])
    subprocess.run(['git','commit','-qm',titles[k]+f'\n\nA reader who sees a name with its type and class alone should guess what it means.\nThis commit renames {n} functions, members, types and parameters; texts that users or\nfiles see stay the same.\n\nNo functional change'])
    print(k,subprocess.run(['git','log','-1','--stat','--oneline'],capture_output=True,text=True).stdout.strip().split('\n')[-1],flush=True)
