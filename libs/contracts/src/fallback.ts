/** What people can do when no engine could read their recording. It is safe meanwhile. */
export const fallbackOptions = {
  manualService: {
    available: true,
    description: 'A person transcribes your recording within 24 hours for $2.00.',
  },
  customerService: {
    available: true,
    description: 'Our support looks at your recording with you, free of charge.',
  },
};
