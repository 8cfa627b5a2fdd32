from tests.support.fixtures import embedded_url, provider

__all__ = ["embedded_url", "provider"]
