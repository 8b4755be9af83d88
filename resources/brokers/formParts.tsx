import { WholeInternet } from './Addresses.tsx'
import { LicenceTyped } from './Licence.tsx'

/** What is told of a broker while it is typed. */
export const BrokerFormPart = () => (
  <>
    <WholeInternet name="ip_addresses" />
    <LicenceTyped />
  </>
)

/** The same of a department. */
export const DepartmentFormPart = () => <WholeInternet name="allowed_ips" />
