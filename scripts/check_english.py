#!/usr/bin/env python3
"""Checks the language rules of CONTRIBUTING.md that a program can check.

usage: scripts/check_english.py [ROOT]        default: this repository

Reports each line that breaks one of these rules, and exits with 1 if there is any:
- a comment or docstring does not open with Who, What, Whoever, Where or How;
- a program, player or thread is "it" or "they", never "he";
- names, comments, messages and pages use the standard term, not a word of PRIVATE.
"""
import re
import subprocess
import sys
from pathlib import Path

SOURCES = ('.h', '.cpp', '.js', '.mjs', '.py', '.pyi', '.in', '.sh', '.bash', '.cmake', '.toml', '.css', '.yml')
PAGES = ('.md', '.html')

OPENING = re.compile(r'\s*(?://[/!]?<?|#|/\*\*?|""")\s*(Who|Whoever|What|Where|How)\b')
COMMENT = re.compile(r'\s*(?://|#|\*|/\*)')

# Words without another meaning in this repository, as parts of names too, with the standard term.
PRIVATE = {
    'he|his|him|himself': 'it, its or they',
    'lawful|lawfully': 'legal',
    'whoever|whomever|whosoever|somebody|nobody': 'the player, the caller, a thread ...',
    'outlook': 'contact features, evaluation',
    'glance': 'pruning net',
    'assessor': 'evaluator',
    'by lot|lottery': 'at random',
    'luck taken out|takes? (?:the )?luck out': 'variance reduction',
    'exchanged seats': 'swapped sides',
    'is none(?= (?:of|that|there))|of another form': 'say what was expected and what was found',
    'stands there twice|stand there twice': 'is given twice',
    'plays? out of turn|who acts': 'the player to move',
}
WORDS = {re.compile(rf'(?<![A-Za-z])(?:{words})(?![a-z])', re.IGNORECASE): term
         for words, term in PRIVATE.items()}
CONSTANT = re.compile(r'\bkMost[A-Z]\w*')

# Files that quote the words.
ALLOWED = re.compile(r'^(?:scripts/check_english\.py|CONTRIBUTING\.md|LICENSE|tests/cli/check_english_test\.sh)$')


def spelled_out(line):
    """Splits names into words: lawfulPlays and LawfulPlays become lawful_Plays."""
    return re.sub(r'(?<=[a-z0-9])(?=[A-Z])', '_', line)


def check(path, text, report):
    in_comment = False
    for number, line in enumerate(text.splitlines(), 1):
        comment = path.suffix in SOURCES and COMMENT.match(line) is not None
        opening = path.suffix in SOURCES and OPENING.match(line)
        if opening and not (in_comment and comment):
            report(path, number, f'opens with "{opening[1]}"; name the thing and say what it does')
        in_comment = comment
        for words, term in WORDS.items():
            if found := words.search(spelled_out(line)):
                report(path, number, f'"{found[0]}": write {term}')
        if found := CONSTANT.search(line):
            report(path, number, f'"{found[0]}": write kMax...')


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent)
    names = subprocess.run(['git', '-C', root, 'ls-files', '-z'], capture_output=True, text=True, check=True)
    faults = []
    for name in filter(None, names.stdout.split('\0')):
        path = Path(name)
        if path.suffix not in SOURCES + PAGES and path.name != 'CMakeLists.txt' or ALLOWED.match(name):
            continue
        if not (root / path).is_file():
            continue
        check(path, (root / path).read_text(encoding='utf-8'),
              lambda p, n, what: faults.append(f'{p}:{n}: {what}'))
    print('\n'.join(faults) or 'check_english: no private words')
    return 1 if faults else 0


sys.exit(main())
