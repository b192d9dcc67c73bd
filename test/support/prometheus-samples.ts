/**
 * Parses Prometheus' text format strictly.
 * @returns the value of each sample by name and labels
 * @throws at an invalid line
 */
export function parseSamples(text: string): Map<string, number> {
  const samples = new Map<string, number>()
  const types = new Map<string, string>()
  for (const line of text.trimEnd().split('\n')) {
    const [, comment, about, words] = /^# (HELP|TYPE) ([a-z_0-9]+) (.+)$/.exec(line) ?? []
    if (comment === 'TYPE') {
      if (types.has(about as string)) throw new Error(`duplicate type of ${about}`)
      types.set(about as string, words as string)
    }
    // Skips empty lines, as the format requires ("Text-based format", comments, help text, and type information).
    if (comment || line === '') continue
    const [, name = '', labels = '', value] =
      /^([a-z_0-9]+)(\{(?:[a-z]+="(?:[^"\\\n]|\\["\\n])*",?)+\})? (\S+)$/.exec(line) ?? []
    if (!types.has(name.replace(/_(bucket|sum|count)$/, '')) && !types.has(name))
      throw new Error(`Invalid sample: ${line}`)
    if (samples.has(name + labels)) throw new Error(`Duplicate sample: ${line}`)
    samples.set(name + labels, Number(value?.replace('+Inf', 'Infinity')))
  }
  return samples
}
