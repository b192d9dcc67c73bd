import { expect, test } from 'vitest'
import section from './hostile-sounds.ts'

test('no changed audio file makes the check fail, or read behind its end', async () => {
  for (const { done, bad } of await section('short')) expect([done > 0, bad]).toEqual([true, 0])
})
