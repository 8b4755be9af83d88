/** A CSV of `count` people nobody has imported; every `brokenEvery`-th has no valid e-mail or phone. */
export function peopleCsv(count: number, mark: string, brokenEvery = Infinity): Buffer {
  const rows = Array.from({ length: count }, (_, n) => {
    const isBroken = (n + 1) % brokenEvery === 0
    const email = isBroken ? 'not an address' : `${mark}.${n}@example.org`
    const phone = isBroken ? '12' : `+4474${String(10_000_000 + n * 7).padStart(8, '0')}`
    return `Ada ${mark},Byron${n},${email},${phone},GB,London`
  })
  return Buffer.from(`First name,Last name,E-mail,Phone,Country,City\n${rows.join('\n')}\n`)
}
