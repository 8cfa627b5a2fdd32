"""What a correction says to be wrong is kept with it."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add it to the canon; of older corrections it is not known."""
    op.add_column("canon", sa.Column("wrong", sa.Text, nullable=False, server_default=sa.text("''")))
