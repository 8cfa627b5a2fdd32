"""The process of the embedded narrator: llama.cpp's OpenAI-compatible server around one small model.

A process of its own, because loading the model holds the interpreter's lock for a second or more.
It prints its address on a line of standard output (or, on failure, one line that says why) and
lives until its standard input ends, so that it goes when its parent goes, however that happens.

A model of 135 million parameters answers like an assistant, makes lists and speaks of itself when
it is asked like a large one. What it is good at is continuing prose. So the server, and nothing
outside it, turns the classic prompt (context.md, section 5) into the beginning of a story
(``TEMPLATE``) and lets the model write only sentences of prose (``PROSE``).
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

import xllamacpp  # type: ignore[import-untyped]

TEMPLATE = """\
{%- for message in messages -%}
{%- set text = message['content'] | trim -%}
{%- set setting = text -%}
{%- set story = '' -%}
{%- if loop.last and message['role'] == 'user' -%}
  {%- set noted = text.split('[Author\\'s note: ') -%}
  {%- set told = noted[0].split('Recent Story:\\n') -%}
  {%- set setting = told[0] | trim -%}
  {%- if told | length > 1 -%}
    {%- set story = told[1:] | join('Recent Story:\\n') -%}
  {%- endif -%}
  {%- if noted | length > 1 -%}
    {%- set after = noted[1:] | join('[Author\\'s note: ') -%}
    {%- set note = after.split(']\\n\\n')[0] -%}
    {%- set setting = setting + '\\n\\n[Author\\'s note: ' + note + ']' -%}
    {%- set story = story + '\\n\\n' + after.split(']\\n\\n')[1:] | join(']\\n\\n') -%}
  {%- endif -%}
  {%- set story = ('\\n' + story | trim) | replace('\\n> ', '\\n') | trim -%}
{%- endif -%}
{{- '<|im_start|>' + message['role'] + '\\n' + setting + '<|im_end|>\\n' -}}
{%- if loop.last and add_generation_prompt -%}
  {{- '<|im_start|>assistant\\n' + story -}}
{%- endif -%}
{%- endfor -%}
"""
"""The story so far and the last action become the beginning of the model's own answer; everything
else stays in the question. A prompt without these headings is rendered as ChatML."""

PROSE = r"""
root ::= " "? sentence (" " sentence){2,3}
sentence ::= spoken | (spoken | capital) piece* (stop | spoken)
capital ::= [A-HJ-ZÀ-ÞА-ЯЁ\u0621-\u064A]
piece ::= letter | " " (initial | spoken)
initial ::= [A-HJ-Za-zÀ-ÿА-яЁё\u0621-\u064A—–]
letter ::= [A-Za-zÀ-ÿА-яЁё\u0621-\u0652'’,;—–-]
stop ::= [.!?…؟]
spoken ::= "\"" [A-ZÀ-ÞА-ЯЁ\u0621-\u064A] said* [.!?,…؟] "\""
said ::= letter | " " [A-Za-zÀ-ÿА-яЁё\u0621-\u064A] | [.!?,…؟] " "
"""
"""Three or four sentences: no line breaks, lists, mark-up, digits or stray signs, speech in pairs of
quotation marks (GBNF, llama.cpp's grammar language). Outside speech no word begins with a capital I:
where "It" is allowed, the model begins with the token " I" of the first person and is then forced on.

The model has learnt English only. In Russian and Arabic it strings syllables together; held to Latin
letters it falls into whatever it associates with those languages, which is worse.
"""


def parameters(model: str, window: int, slots: int) -> Any:
    """What llama.cpp's server is started with: ``slots`` answers at once, ``window`` tokens for each."""
    params = xllamacpp.CommonParams()
    params.model.path = model
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_ctx = window * slots
    params.n_parallel = slots
    params.fit_params = False  # measuring the memory takes as long as loading
    params.cache_prompt = True
    params.cache_ram_mib = 256  # prompts of about ten adventures, beside those in the slots
    params.ui = False
    params.verbosity = 0
    cores = os.cpu_count() or 1
    # Threads wait for each other at every step, so one that loses its core to another program slows
    # down all of them. Writing leaves a core free; reading a prompt is worth the risk.
    params.cpuparams.n_threads = max(1, min(4, cores - 1))
    params.cpuparams_batch.n_threads = min(4, cores)
    params.chat_template = TEMPLATE
    sampling = params.sampling
    sampling.temp = 0.6
    sampling.top_p = 0.95
    sampling.min_p = 0.05
    sampling.penalty_repeat = 1.1
    sampling.penalty_last_n = 256
    sampling.grammar = xllamacpp.CommonGrammar(xllamacpp.common_grammar_type.COMMON_GRAMMAR_TYPE_USER, PROSE)
    params.sampling = sampling
    return params


def main() -> None:
    """Arguments: the model file, the window in tokens, the number of slots."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        server = xllamacpp.Server(parameters(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
    except Exception as error:  # whatever the engine raises, the parent wants the reason
        print(f"{type(error).__name__}: {error}".replace("\n", " "), flush=True)  # noqa: T201
        os._exit(1)
    print(server.listening_address, flush=True)  # noqa: T201
    sys.stdin.buffer.read()
    os._exit(0)  # without waiting for answers that are still being written


if __name__ == "__main__":
    main()
