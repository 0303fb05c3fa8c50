import { readFileSync } from 'node:fs'
import { test } from 'vitest'
const N = 65536
const atoms = ['\n','\r',' ','\t','a','.','/','"',"'",'`','~','-','_','*','(','[','{','}',')',']','@','#','$','%','&','=','+','<','>','|','\\',':',';',',','!','?','0','\u001b[31m','\u001b','é','…','@"','a ','a\n','a/','-a ','a.b ','"a" ','${a','$(','&&a','://','http://a ','+a\n','-a\n','@@ -1 +1 @@\n',' a','..','a@','a=','A','👍','\u0301','\ud800','::','**a','`a','[a](','1.','x: ','{"a":','\0']
test('fuzz', { timeout: 580_000 }, async () => {
  const mods = readFileSync('/tmp/mods', 'utf8').trim().split('\n')
  const end = performance.now() + 540_000
  for (const path of mods) {
    const source = readFileSync('/work/main/' + path, 'utf8')
    const names = [...source.matchAll(/^export (?:async )?function\*? (\w+)\(\s*\w+: string/gm)].map((m) => m[1] as string)
    let mod: Record<string, unknown>
    try { mod = await import('/work/main/' + path) } catch (e) { console.log('IMPORT', path, String(e).slice(0, 80)); continue }
    for (const name of names) {
      const f = mod[name]
      if (typeof f !== 'function') continue
      let worst = 0, unit = ''
      for (const a of atoms) for (const tail of ['', 'x']) for (const head of ['', 'x']) {
        if (performance.now() > end) return
        const text = head + a.repeat(Math.ceil(N / a.length)) + tail
        const b = performance.now()
        try { const r = f(text); if (r && typeof r === 'object' && Symbol.iterator in r && typeof r !== 'string') { let i = 0; for (const _ of r as Iterable<unknown>) if (++i > 1e6) break } } catch { /* */ }
        const t = performance.now() - b
        if (t > worst) { worst = t; unit = JSON.stringify([head, a, tail]) }
        if (worst > 2_000) break
      }
      if (worst > 60) console.log(worst.toFixed(0), path, name, unit)
    }
  }
})
