/** CSV injection: visitors’ texts must not become formulas of a spreadsheet. */
import { expect, test } from 'vitest'
import { csvStream } from './csv.ts'

/** Returns the text of one cell in the file, without the quotes around it. */
async function written(text: string): Promise<string> {
  const pages = (async function* () {
    yield [[text]]
  })()
  const [, line = ''] = (await new Response(csvStream(['Texto'], pages)).text()).split(/\r\n(.*)/s)
  return line.slice(1, -3)
}

test.each([
  ['=1+1', "'=1+1"],
  ['+54 11', "'+54 11"],
  ['-1', "'-1"],
  ['@SUM(1)', "'@SUM(1)"],
  ['\uff1d1+1', "'\uff1d1+1"],
  ['a,=HYPERLINK("http://x.example")', `a,'=HYPERLINK(""http://x.example"")`],
  ['a;=1+1', "a;'=1+1"],
  ['a,  =1+1', "a,  '=1+1"],
  ['a\t=1+1', "a\t'=1+1"],
  ['a\n=1+1', "a\n'=1+1"],
  ['a\r\n=1+1', "a\r\n'=1+1"],
  ['a,"=1+1"', `a,""'=1+1""`],
  ['a;\uff1d1+1', "a;'\uff1d1+1"],
  ['a,-HYPERLINK("x")', `a,'-HYPERLINK(""x"")`],
  ['a,+WEBSERVICE("x")', `a,'+WEBSERVICE(""x"")`],
  ["a\n@SUM(1)*cmd|' /C calc'!A0", "a\n'@SUM(1)*cmd|' /C calc'!A0"],
  ["a,-cmd|' /C calc'!A0", "a,'-cmd|' /C calc'!A0"],
])('%j is no formula', async (text, safe) => {
  expect(await written(text)).toBe(safe)
})

test.each([
  'a, -b',
  'Somos 3, -o 4- y llegamos a las 2.',
  'Traemos:\n- una consola\n- dos cajas',
  'Llamame, +54 11 5555 0000',
  'Nos encontrás en Instagram: techno, @club',
  'a = b; b=c (creo)',
])('%j stays as it was written', async (text) => {
  expect(await written(text)).toBe(text)
})

test('processes a long text of separators in linear time', async () => {
  const text = ',\n -\t"'.repeat(20_000)
  const before = performance.now()
  expect(await written(text)).toBe(text.replaceAll('"', '""'))
  expect(performance.now() - before).toBeLessThan(2_000)
})
