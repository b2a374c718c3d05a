interface MarkProps {
  className?: string;
}

/** The mark: a waveform whose last bar is a check. */
export function Mark({ className }: MarkProps) {
  return (
    <svg
      viewBox="0 0 32 32"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      aria-hidden="true"
    >
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <g className="stroke-on-accent" strokeWidth="2.6">
        <path d="M6.5 14v4" />
        <path d="M11 10v12" />
        <path d="M15.5 12.5v7" />
        <path d="M19 17.5l3 3.5 5-10.5" />
      </g>
    </svg>
  );
}
