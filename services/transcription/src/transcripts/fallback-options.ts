import { ApiProperty } from '@nestjs/swagger';

class FallbackOption {
  @ApiProperty() available: boolean;
  @ApiProperty({ example: 'A person transcribes your recording within 24 hours for $2.00.' })
  description: string;
}

/** What people can do when the engine could not hear what was said. */
export class FallbackOptions {
  @ApiProperty() manualService: FallbackOption;
  @ApiProperty() customerService: FallbackOption;
}
