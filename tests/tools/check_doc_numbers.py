#!/usr/bin/env python3
"""Checks numbers of the documents against the programs and each other, as far as that takes seconds:
sessions with their output, exact values, the tables of README.md and the limits of levels.

usage: check_doc_numbers.py ROOT GIOUL
"""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT, GIOUL = Path(sys.argv[1]), sys.argv[2]
faults: list[str] = []
checked: dict[str, int] = {}


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding='utf-8')


def expect(what: str, said: object, found: object) -> None:
    """Compares what a document says with what was found."""
    checked[what] = checked.get(what, 0) + 1
    if said != found:
        faults.append(f'{what}: the page says {said!r}, found {found!r}')


def gioul(command: str, told: str = '') -> list[str]:
    """Returns the output of `gioul COMMAND`, in lines."""
    done = subprocess.run([GIOUL, *shlex.split(command)], input=told, capture_output=True, text=True)
    if done.returncode != 0:
        faults.append(f'gioul {command}: {done.stderr}')
    return done.stdout.splitlines()


def blocks(text: str) -> list[list[str]]:
    """Returns the lines of each block of code."""
    return [block.splitlines() for block in re.findall(r'^```\w*\n(.*?)^```$', text, re.M | re.S)]


def table(text: str, title: str) -> dict[str, dict[str, str]]:
    """Returns the cells, by row and column, of the table whose first column has this title."""
    lines = text[re.search(rf'^\| {re.escape(title)} \|', text, re.M).start():].splitlines()
    rows = [[cell.strip().strip('`') for cell in line.strip('|').split('|')]
            for line in lines[:next((i for i, line in enumerate(lines) if not line), len(lines))]]
    return {row[0]: dict(zip(rows[0][1:], row[1:])) for row in rows[2:]}


def check_sessions(name: str) -> None:
    """`$ gioul ...` and its output, in which `...` are lines left out. Not tournaments of nets, which
    take minutes."""
    for command, *shown in blocks(page(name)):
        if command.startswith('$ gioul ') and shown and ' tournament net' not in command:
            found = iter(gioul(command.removeprefix('$ gioul ')))
            missing = [line for line in shown if line != '...' and line not in found]
            expect(f'{name}: {command}', missing, [])


def check_ubgi() -> None:
    text = page('docs/engines.md')
    command = re.search(r'With `gioul (ubgi .*)` as the engine', text)[1]
    session = next(block for block in blocks(text) if block[0] == '> ubgi')
    told = ''.join(line[2:] + '\n' for line in session if line.startswith('> '))
    expect('docs/engines.md: session', [line for line in session if not line.startswith('> ')],
           gioul(command, told))


def check_request() -> None:
    request, answer = next(block for block in blocks(page('docs/serve.md'))
                           if block[0].startswith('$ curl '))
    path, body = re.search(r"/v1/(\w+) .* -d '(.*)'", request).groups()
    expect('docs/serve.md: ' + path, answer,
           ''.join(gioul('api', json.dumps({'request': path, **json.loads(body)}) + '\n')))


def check_exact_values() -> None:
    for checkers, row in table(page('docs/results.md'), 'checkers').items():
        for game, said in row.items():
            if int(checkers) <= 2:
                solved = json.loads(''.join(
                    gioul(f'solve --variant {game} --checkers {checkers} --json')))
                expect(f'docs/results.md: {game}, {checkers} checkers', said,
                       f'{solved["equity"]:.6f}')


def check_readme() -> None:
    readme, results = page('README.md'), page('docs/results.md')
    strength = {'gioul': table(results, 'points per game against')['net'],
                **table(results, '`net` against')}
    for opponent, row in table(readme, 'opponent').items():
        for game, said in row.items():
            known = strength[game].get('gnubg' if opponent.startswith('GNU') else opponent, '')
            expect(f'README.md: {game} against {opponent}', said, known)
    speed = table(results[results.index('<!-- results: kernels'):], 'per second')
    for what, row in table(readme, 'hidden units').items():
        for column, said in row.items():
            widths, kernel = column.split(', ')
            known = speed[f'{what.removesuffix(" games")} {widths}']
            expect(f'README.md: {what}, {column}', said,
                   known[{'AVX-512': 'avx512vnni', 'AVX2': 'avx2'}[kernel]])


def check_levels() -> None:
    """A level's limit is halfway to the next one's error rate."""
    said = re.search(r'\(limits: ([\d., ]+) and ([\d.]+)\)', page('docs/analysis.md'))
    limits = [float(number) for number in [*said[1].split(', '), said[2]]]
    rates = [int(rate) for rate in re.findall(r'rate: (\d+)', page('cli/serve/web_ui/levels.js'))]
    rates.sort()
    expect('docs/analysis.md: limits of levels', limits,
           [(a + b) / 2 for a, b in zip(rates, rates[1:])])


for document in ['README.md', *sorted(f'docs/{path.name}' for path in (ROOT / 'docs').glob('*.md'))]:
    check_sessions(document)
check_ubgi()
check_request()
check_exact_values()
check_readme()
check_levels()
print('\n'.join(faults) or f'check_doc_numbers: {sum(checked.values())} comparisons, all equal')
sys.exit(1 if faults else 0)
