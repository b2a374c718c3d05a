import { render, screen } from '@testing-library/react';
import { Fact, Facts } from './facts';

describe('facts', () => {
  it('are terms with their definitions, in the order given', () => {
    render(
      <Facts layout="table" aria-label="Seal">
        <Fact name="Sealed">today</Fact>
        <Fact name="Key" className="font-mono">
          k1
        </Fact>
      </Facts>,
    );
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Sealed', 'Key']);
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['today', 'k1']);
    expect(screen.getByText('k1')).toHaveClass('font-mono');
  });

  it('lets a long one have a line of its own', () => {
    render(
      <Facts layout="line">
        <Fact name="Fingerprint" isWide>
          9f2c1e7b
        </Fact>
      </Facts>,
    );
    expect(screen.getByText('9f2c1e7b').parentElement).toHaveClass('w-full');
  });
});
