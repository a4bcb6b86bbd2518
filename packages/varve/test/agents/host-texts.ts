/** Settings files as people have them, by what is special of each. */
export const JSON_TEXTS: Readonly<Record<string, string>> = {
  'an empty file': '',
  blanks: '\n\n',
  'an empty object': '{}',
  'an empty object and a line feed': '{}\n',
  'an empty object over two lines': '{\n}\n',
  'one line': '{"model":"x"}',
  'one line with blanks': '{ "model": "x", "n": 1.50 }\n',
  'two blanks': '{\n  "model": "x",\n  "permissions": {\n    "allow": ["Bash(ls:*)"]\n  }\n}\n',
  'four blanks': '{\n    "model": "x",\n    "env": {}\n}\n',
  tabs: '{\n\t"model": "x",\n\t"env": {\n\t\t"A": "1"\n\t}\n}\n',
  CRLF: '{\r\n  "model": "x",\r\n  "env": {\r\n    "A": "1"\r\n  }\r\n}\r\n',
  'a byte order mark': '\uFEFF{\n  "model": "x"\n}\n',
  'no final line feed': '{\n  "model": "x"\n}',
  'a comment above': '{\n  // mine\n  "model": "x"\n}\n',
  'a comment behind the last value': '{\n  "model": "x" // keep, it is good\n}\n',
  'a comment below the last value': '{\n  "model": "x"\n  // "env": {}\n}\n',
  'a comment with a comma': '{\n  "model": "x" /* a, b */\n}\n',
  'nothing but a comment': '{\n  // nothing yet\n}\n',
  'a trailing comma': '{\n  "model": "x",\n}\n',
  'a trailing comma and a comment': '{\n  "model": "x", // note\n}\n',
  'unknown names and numbers':
    '{\n  "x-y": [1e3, -0.0, 12345678901234567890, null],\n  "ü": {"é": "\\u00e9"}\n}\n',
  'no events': '{\n  "hooks": {}\n}\n',
  'an empty event': '{\n  "hooks": {\n    "SessionStart": [],\n    "sessionStart": []\n  }\n}\n',
  'a foreign hook of one event':
    '{\n  "hooks": {\n    "SessionStart": [\n      {\n        "matcher": "",\n        "hooks": [\n          { "type": "command", "command": "echo hi" }\n        ]\n      }\n    ]\n  },\n  "model": "x"\n}\n',
  'foreign hooks on one line':
    '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}],"stop":[{"command":"say done"}]},"version":1}\n',
  'foreign servers':
    '{\n  "mcpServers": {\n    "other": { "command": "npx", "args": ["other"] }\n  },\n  "mcp": {}\n}\n',
}

/** Files that must stay as they are, because nobody can tell what they say. */
export const BROKEN_JSON: Readonly<Record<string, string>> = {
  'a missing brace': '{\n  "model": "x"\n',
  'text behind': '{} and more',
  'no object': '[]\n',
  'a name twice': '{\n  "hooks": {},\n  "hooks": {}\n}\n',
  'hooks of another kind': '{\n  "hooks": "none"\n}\n',
  'an event of another kind': '{\n  "hooks": { "SessionStart": {}, "sessionStart": {} }\n}\n',
}

export const TOML_TEXTS: Readonly<Record<string, string>> = {
  'an empty file': '',
  'a comment and a table': '# mine\nmodel = "x"\n\n[mcp_servers.other] # note\ncommand = "npx"\n',
  'no final line feed': '[features]\nhooks = true',
  CRLF: 'model = "x"\r\n[a]\r\nb = 1\r\n',
  'several lines': 'a = """\none\n"""\nb = [\n  1,\n  2,\n]\n',
}

export const BROKEN_TOML: Readonly<Record<string, string>> = {
  'no TOML': 'model = \n',
  'a table that is ours by name': '[mcp_servers.varve]\ncommand = "other"\n',
  'an inline table that is ours by name': 'mcp_servers = { varve = { command = "other" } }\n',
  'a mark without an end': '# >>> varve >>>\n[a]\n',
}

export const MARKDOWN_TEXTS: Readonly<Record<string, string>> = {
  'an empty file': '',
  'a heading': '# Rules\n\n- Use pnpm.\n',
  'no final line feed': '# Rules',
  CRLF: '# Rules\r\n\r\n- Use pnpm.\r\n',
  'blank lines at the end': '# Rules\n\n\n',
  'an import': '# Rules\n\n@AGENTS.md\n',
}
