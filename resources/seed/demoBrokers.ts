interface DemoBroker {
  readonly name: string
  readonly company_name: string
  readonly companies: readonly string[]
  readonly regulator: string
  readonly licence_number: string
  /** Days from today; negative is over. */
  readonly contractDays: number
  readonly departments: readonly string[]
}

export const demoBrokers: readonly DemoBroker[] = [
  {
    ...licensed('Fairwater', 'Fairwater Brokerage Ltd', 'FCA', 'FW-100417', 410),
    companies: ['Aldermoor Group'],
    departments: ['UK desk', 'Ireland desk'],
  },
  {
    ...licensed('Kestrel Markets', 'Kestrel Markets AG', 'BaFin', 'KM-204881', 230),
    companies: ['Aldermoor Group', 'Nordlys Holding'],
    departments: ['DACH desk'],
  },
  {
    ...licensed('Monte Azul', 'Monte Azul Valores SA', 'CNMV', 'MA-31775', 27),
    companies: ['Sable Partners'],
    departments: ['Iberia desk', 'Brazil desk'],
  },
  {
    ...licensed('Northern Light', 'Northern Light Invest AB', 'FI', 'NL-55120', 365),
    companies: ['Nordlys Holding'],
    departments: ['Nordic desk'],
  },
  {
    ...licensed('Pont Neuf', 'Pont Neuf Courtage SAS', 'AMF', 'PN-70923', 145),
    companies: ['Sable Partners', 'Cobalt Media'],
    departments: ['French desk', 'Italian desk'],
  },
  {
    ...licensed('Southern Cross', 'Southern Cross Pty Ltd', 'ASIC', 'SC-88034', -12),
    companies: ['Cobalt Media'],
    departments: ['Pacific desk'],
  },
  {
    ...licensed('Demo broker', 'A broker that is played', 'None', 'DEMO-1', 730),
    companies: [],
    departments: ['Demo desk'],
  },
]

function licensed(
  name: string,
  company_name: string,
  regulator: string,
  licence_number: string,
  contractDays: number,
) {
  return { name, company_name, regulator, licence_number, contractDays }
}
