/** Removes a feature from a copy of the project, as CONTRIBUTING.md says: its folder, and its lines in the lists of features. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** @param root folder of the copy @param feature name of a folder of features/ */
export async function removeFeature(root: string, feature: string): Promise<void> {
  const features = join(root, 'features')
  await rm(join(features, feature), { recursive: true })
  for (const name of await readdir(features))
    if (/^index(\.\w+)?\.ts$/.test(name))
      await edit(join(features, name), (list) => withoutFeature(list, feature))
  await edit(join(root, 'README.md'), (text) =>
    text
      .split('\n')
      .filter((line) => !line.startsWith(`| \`features/${feature}/\``))
      .join('\n'),
  )
}

const edit = async (file: string, change: (text: string) => string) =>
  writeFile(file, change(await readFile(file, 'utf8')))

/** Removes the import of a feature, and the imported names from the lists. */
function withoutFeature(list: string, feature: string): string {
  const imported = new RegExp(`^import \\{ (.+) \\} from '\\./${feature}/.*\n`, 'm')
  const names = imported.exec(list)?.[1]?.split(', ') ?? []
  return names.reduce(
    (text, name) => text.replace(new RegExp(`(\\.\\.\\.)?\\b${name}\\b(, |,\\n|(?= ?[\\]}]))`), ''),
    list.replace(imported, ''),
  )
}
