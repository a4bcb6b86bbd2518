/** One request of each format, with every kind of block it has and some that nobody knows. Written by hand. */

const PNG = 'iVBORw0KGgoAAAANSUhEUgAABAAAAAMACAYAAAC6uhUNAAAA'

export const ANTHROPIC = {
  model: 'claude-test',
  max_tokens: 100,
  system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
  tools: [{ name: 'read', input_schema: { type: 'object' } }],
  messages: [
    { role: 'user', content: 'Raise the limit in src/rate.ts' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'First I read it.', signature: 'c2lnbmVk' },
        { type: 'redacted_thinking', data: 'b3BhcXVl' },
        { type: 'text', text: 'Reading both.', citations: [] },
        { type: 'tool_use', id: 'tu_1', name: 'read', input: { path: 'src/rate.ts', b: 1, a: 2 } },
        { type: 'tool_use', id: 'tu_2', name: 'read', input: {}, caller: { type: 'direct' } },
        { type: 'server_tool_use', id: 'st_1', name: 'web_search', input: { query: 'rate' } },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'tu_1',
          content: 'export const LIMIT = 5',
          cache_control: { type: 'ephemeral' },
        },
        {
          type: 'tool_result',
          tool_use_id: 'tu_2',
          is_error: true,
          content: [
            { type: 'text', text: 'no such file' },
            { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
          ],
        },
        { type: 'text', text: 'Here is a screenshot.' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
        {
          type: 'document',
          title: 'spec.pdf',
          source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
        },
        { type: 'never_heard_of', nested: { z: null, a: [] } },
      ],
    },
    { role: 'assistant', content: [] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'tu_1', content: [] }] },
    { role: 'narrator', content: 7 },
    { role: 'assistant', content: 'Done.' },
  ],
}

export const OPENAI_CHAT = {
  model: 'gpt-test',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'developer', content: [{ type: 'text', text: 'And kind.' }] },
    { role: 'user', content: 'Raise the limit in src/rate.ts' },
    {
      role: 'assistant',
      content: 'Reading both.',
      reasoning_content: 'First I read it.',
      refusal: null,
      tool_calls: [
        { id: 'c1', type: 'function', function: { name: 'read', arguments: '{"path": "src/rate.ts"}' } },
        { id: 'c2', type: 'function', function: { name: 'read', arguments: '{broken' } },
        { id: 'c3', type: 'custom', custom: { name: 'patch', input: '*** Begin' } },
      ],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'export const LIMIT = 5' },
    { role: 'tool', tool_call_id: 'c2', content: [{ type: 'text', text: 'no such file' }] },
    { role: 'tool', tool_call_id: 'c3', content: '' },
    { role: 'assistant', content: '', function_call: { name: 'old', arguments: '{"a":1}' } },
    { role: 'function', name: 'old', content: 'legacy' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look.' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}`, detail: 'low' } },
        { type: 'file', file: { filename: 'spec.pdf', file_data: 'x' } },
        { type: 'unheard_of' },
      ],
    },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'again' },
    { role: 'assistant', content: [] },
  ],
  tools: [],
}

export const OPENAI_RESPONSES = {
  model: 'gpt-test',
  instructions: 'Be brief.',
  input: [
    { role: 'developer', content: 'And kind.' },
    { role: 'user', content: 'Raise the limit in src/rate.ts' },
    {
      type: 'reasoning',
      id: 'rs_1',
      summary: [{ type: 'summary_text', text: 'First I read it.' }],
      encrypted_content: 'ZW5j',
    },
    {
      type: 'message',
      role: 'assistant',
      id: 'msg_1',
      content: [{ type: 'output_text', text: 'Reading both.', annotations: [] }],
    },
    {
      type: 'function_call',
      call_id: 'c1',
      name: 'read',
      arguments: '{"path":"src/rate.ts"}',
      status: 'completed',
    },
    { type: 'custom_tool_call', call_id: 'c2', name: 'apply_patch', input: '*** Begin Patch' },
    { type: 'local_shell_call', call_id: 'c3', action: { type: 'exec', command: ['ls', '-la'] } },
    { type: 'web_search_call', id: 'ws_1', action: { type: 'search', query: 'x' } },
    { type: 'function_call_output', call_id: 'c1', output: 'export const LIMIT = 5' },
    { type: 'custom_tool_call_output', call_id: 'c2', output: [{ type: 'input_text', text: 'ok' }] },
    { type: 'local_shell_call_output', id: 'c3', output: 'a\nb' },
    { type: 'item_reference', id: 'rs_0' },
    { type: 'compaction', encrypted_content: 'ZW5j' },
    {
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_text', text: 'Look.' },
        { type: 'input_image', image_url: 'https://example.com/a.png' },
        { type: 'input_file', filename: 'spec.pdf' },
        { type: 'input_audio', data: '' },
      ],
    },
    { type: 'function_call_output', call_id: 'c1', output: 'twice' },
  ],
}

export const AI_SDK = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Raise the limit in src/rate.ts' },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'First I read it.', providerOptions: { anthropic: { signature: 'c2ln' } } },
      { type: 'text', text: 'Reading both.' },
      { type: 'tool-call', toolCallId: 'c1', toolName: 'read', input: { path: 'src/rate.ts' } },
      { type: 'tool-call', toolCallId: 'c2', toolName: 'read', input: {}, providerOptions: { x: { y: 1 } } },
      { type: 'tool-call', toolCallId: 'c3', toolName: 'search', input: { q: 1 }, providerExecuted: true },
      {
        type: 'tool-result',
        toolCallId: 'c3',
        toolName: 'search',
        output: { type: 'json', value: { hits: [] } },
      },
      { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c2' },
    ],
  },
  {
    role: 'tool',
    content: [
      { type: 'tool-approval-response', approvalId: 'a1', approved: true },
      {
        type: 'tool-result',
        toolCallId: 'c1',
        toolName: 'read',
        output: { type: 'text', value: 'export const LIMIT = 5' },
      },
      {
        type: 'tool-result',
        toolCallId: 'c2',
        toolName: 'read',
        output: { type: 'error-json', value: { code: 2 } },
      },
      {
        type: 'tool-result',
        toolCallId: 'c4',
        toolName: 'rm',
        output: { type: 'execution-denied', reason: 'no' },
      },
      { type: 'tool-result', toolCallId: 'c5', toolName: 'old', result: { hits: 3 } },
      {
        type: 'tool-result',
        toolCallId: 'c6',
        toolName: 'page',
        output: { type: 'content', value: [{ type: 'text', text: 'page' }] },
      },
    ],
  },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Look.' },
      { type: 'image', image: PNG, mediaType: 'image/png' },
      { type: 'file', data: 'JVBERi0=', mediaType: 'application/pdf', filename: 'spec.pdf' },
      { type: 'unheard-of', at: [] },
    ],
  },
  { role: 'assistant', content: [] },
  { role: 'assistant', content: 'Done.' },
]

export const GEMINI = {
  systemInstruction: { parts: [{ text: 'Be brief.' }] },
  contents: [
    { role: 'user', parts: [{ text: 'Raise the limit in src/rate.ts' }] },
    {
      role: 'model',
      parts: [
        { text: 'First I read it.', thought: true },
        { text: 'Reading both.' },
        { functionCall: { name: 'read', args: { path: 'src/rate.ts' } } },
        { functionCall: { id: 'g2', name: 'read', args: {} }, thoughtSignature: 'c2ln' },
        { functionCall: { name: 'list', args: { path: '.' } } },
        { executableCode: { language: 'PYTHON', code: '1+1' } },
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { name: 'read', response: { output: 'export const LIMIT = 5' } } },
        { functionResponse: { id: 'g2', name: 'read', response: { error: 'no such file' } } },
        { functionResponse: { name: 'list', response: { files: ['a', 'b'] } } },
        { text: 'Look.' },
        { inlineData: { mimeType: 'image/png', data: PNG } },
        { fileData: { mimeType: 'application/pdf', fileUri: 'gs://b/spec.pdf' } },
        { neverHeardOf: {} },
      ],
    },
    { role: 'model', parts: [] },
    { parts: [{ text: 'No role.' }] },
    { role: 'model', parts: [{ text: 'Done.' }] },
  ],
  generationConfig: { temperature: 0 },
}

export const REQUESTS = {
  'anthropic-messages': ANTHROPIC,
  'openai-chat': OPENAI_CHAT,
  'openai-responses': OPENAI_RESPONSES,
  'ai-sdk': AI_SDK,
  gemini: GEMINI,
} as const
