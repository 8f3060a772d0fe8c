"""Serving pages to the people in a room: what is asked of each request, the socket, the address."""
