import type { DemoCountry } from './demoCountries.ts'
import type { Random } from './random.ts'

const day = 86_400_000

/** A person that does not exist: reserved mail domains, numbers for fiction, addresses for documentation. */
export function demoPerson(random: Random, place: DemoCountry, { number, created }: Turn) {
  const [first_name, last_name] = [random.one(place.first), random.one(place.last)]
  const host = `example.${random.one(['com', 'net', 'org'])}`
  return {
    first_name,
    last_name,
    email: `${plain(first_name)}.${plain(last_name)}${number}@${host}`,
    date_of_birth: `${random.whole(1950, 2003)}-${two(random.whole(1, 12))}-${two(random.whole(1, 28))}`,
    address: random.chance(0.7) ? `${random.one(place.streets)} ${random.whole(1, 180)}` : null,
    city: random.one(place.cities),
    timezone: place.timezone,
    ip: `${random.one(['192.0.2', '198.51.100', '203.0.113'])}.${random.whole(1, 254)}`,
    ...consent(random, created),
    ...purchase(random, created),
  }
}

/** Which lead it is, counted from one, and when it came in. */
export interface Turn {
  readonly number: number
  readonly created: number
}

/** Numbers of a country, each one once. */
export function createPhones(): (code: string, place: DemoCountry) => string {
  const counts = new Map<string, number>()
  return (code, { phones, phoneLength }) => {
    const count = counts.get(code) ?? 0
    counts.set(code, count + 1)
    const start = phones[count % phones.length] ?? ''
    const rest = String(Math.floor(count / phones.length))
    return start + rest.padStart(phoneLength - start.length, '0')
  }
}

const two = (number: number) => String(number).padStart(2, '0')

/** The letters of a name as an address writes them. */
function plain(name: string): string {
  const latin = name.toLowerCase().replaceAll('ł', 'l').normalize('NFD')
  return latin.replaceAll(/[^a-z]/g, '')
}

function consent(random: Random, created: number) {
  const isGiven = random.chance(0.9)
  return {
    consent_at: isGiven ? new Date(created - 60_000).toISOString() : null,
    consent_text: isGiven ? 'I agree to be called about my request.' : null,
    consent_url: isGiven ? 'https://www.example.com/request' : null,
  }
}

function purchase(random: Random, created: number) {
  const has = random.chance(0.15)
  const date = new Date(created - random.whole(10, 400) * day)
  return {
    purchase_site: has ? 'shop.example.com' : null,
    purchase_date: has ? date.toISOString().slice(0, 10) : null,
    purchase_amount: has ? random.whole(2_000, 250_000) / 100 : null,
    product_name: has ? random.one(['Starter course', 'Market letter', 'Signal service']) : null,
    card_type: has ? random.one(['Visa', 'Mastercard']) : null,
    card_digits: has ? String(random.whole(1000, 9999)) : null,
  }
}
