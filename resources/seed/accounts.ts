/** Signs in every demo user. It opens nothing but a demo, and the login page shows it. */
export const demoPassword = 'try-leadgate-now'

/** One user for each seed role; `name` is the role. */
export const demoUsers = [
  { role: 'Administrator', name: 'Alma Reyes', email: 'admin@example.com', is_sender: true },
  { role: 'Manager', name: 'Martin Vogel', email: 'manager@example.com', is_sender: false },
  { role: 'Sender', name: 'Sofia Lindqvist', email: 'sender@example.com', is_sender: true },
  { role: 'Importer', name: 'Imre Kovács', email: 'importer@example.com', is_sender: false },
  { role: 'Integrator', name: 'Ines Duarte', email: 'integrator@example.com', is_sender: false },
  { role: 'Analyst', name: 'Anton Berg', email: 'analyst@example.com', is_sender: false },
  {
    role: 'Privacy officer',
    name: 'Paula Moretti',
    email: 'privacy@example.com',
    is_sender: false,
  },
] as const
